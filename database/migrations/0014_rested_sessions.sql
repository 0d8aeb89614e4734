-- A client's session rests for 30 days from now on. What had rested for a day before had ended, and stays so.
delete from sessions where role = 'client' and seen_at <= now() - interval '24 hours';
