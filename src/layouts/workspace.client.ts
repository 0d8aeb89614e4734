const liveStatus = document.querySelector<HTMLElement>('[data-events-after]');
if (liveStatus) {
  void import('#src/features/portal/events/live.client.ts').then(({ followEvents }) =>
    followEvents(liveStatus),
  );
}
