import { describe, expect, test } from 'vitest';
import assistant from '#content/assistant.yaml';
import calls from '#content/calls.yaml';
import cymatics from '#content/cymatics.yaml';
import faq from '#content/faq.yaml';
import forms from '#content/forms.yaml';
import home from '#content/home.yaml';
import labs from '#content/labs.yaml';
import mails from '#content/mails.yaml';
import production from '#content/production.yaml';
import releases from '#content/releases.yaml';
import services from '#content/services.yaml';
import system from '#content/system.yaml';
import testimonials from '#content/testimonials.yaml';

const labelsOf = (options: readonly { label: string }[]) => options.map(({ label }) => label);

describe('wording that the specification fixes', () => {
  test('success and failure of the forms', () => {
    expect(forms.brief.success).toBe("Brief received! We'll be in touch soon.");
    expect(forms.contact.success).toBe('Message Received! Our team will get back to you within 24 hours.');
    expect(forms.contact.failure).toBe('There was an error submitting the form. Please try again.');
    expect(forms['discovery-call'].success).toBe(
      'Request received. We will write within 24 hours with a time.',
    );
  });

  test('the discovery call and its button', () => {
    expect(forms['discovery-call'].title).toBe('Discovery Call');
    expect(forms['discovery-call'].submit).toBe('Book Discovery Call');
  });

  test('the next free time, which the times that are shown bear out or hide', () => {
    expect(forms['discovery-call'].soon).toBe('The next available slot is usually within 24 hours.');
    for (const words of [home, assistant, faq, services, system, mails])
      expect(JSON.stringify(words)).not.toMatch(/next (?:\w+ )?(?:slot|call|one)[^.]*within/);
    expect(forms['discovery-call'].text).not.toContain('within');
  });

  test('what cancels a call says so, and does not read as “leave it”', () => {
    expect(calls.page.cancel.button).toBe('Cancel the call');
  });

  test('the hidden values of the forms', () => {
    expect(forms.contact.formSource).toBe('contact_form');
    expect(forms.brief.formSource).toBe('home_brief');
    expect(forms.message.formSource).toBe('chat_message');
    expect(forms['discovery-call'].subject).toBe('New Discovery Call Request, Antinode');
    expect(forms['discovery-call'].formSource).toBe('discovery_call_modal');
    expect(forms['lead-capture'].formSource).toBe('lead_capture_modal');
  });

  test('the options of the brief', () => {
    expect(labelsOf(forms.brief.fields.project_type.options).slice(1)).toEqual([
      'Music Production',
      'Podcast/Audio Content',
      'Film/Video Scoring',
      'Sonic Branding',
      'Audio Post-Production',
      'Educational Content',
      'Other',
    ]);
    expect(labelsOf(forms.brief.fields.timeline.options).slice(1)).toEqual([
      'ASAP (Rush)',
      '1-2 weeks',
      '1 month',
      '2-3 months',
      'Flexible',
    ]);
  });

  test('the services of the contact form, and a slug for each that a link can choose', () => {
    const { options } = forms.contact.fields.service;
    expect(labelsOf(options).slice(1)).toEqual([
      'Research & Consultations Lab',
      'EduTech Lab',
      'Records',
      'Pre-Production',
      'Production',
      'Post-Production',
    ]);
    const slugs = options.map(({ slug }) => slug);
    expect(slugs).toEqual(expect.arrayContaining(production.stages.map(({ id }) => id)));
  });

  test('the times of day of the discovery call', () => {
    expect(forms['discovery-call'].fields.preferred_time.options).toEqual([
      { value: '', label: 'Preferred time' },
      { value: 'morning', label: 'Morning (9AM-12PM)' },
      { value: 'afternoon', label: 'Afternoon (12PM-5PM)' },
      { value: 'evening', label: 'Evening (5PM-8PM)' },
      { value: 'flexible', label: 'Flexible' },
    ]);
  });

  test('the hero buttons', () => {
    const { start, chat, edutech, hub } = home.hero;
    expect([start, chat, edutech, hub]).toEqual([
      'Start Your Audio Journey',
      'Chat with our AI Assistant',
      'Explore EduTech Labs',
      'See How We Keep You in the Loop',
    ]);
  });

  test('the header, the bar of a phone and the entries of the menu', () => {
    const { overlay, hub, hubNote } = system.header;
    expect([overlay, hub, hubNote]).toEqual([
      'Cymatics Navigation',
      'Project Visibility Hub',
      '(after onboarding)',
    ]);
    expect([system.mobileBar.start, system.mobileBar.chat]).toEqual(['Start', 'Chat']);
    const { about, services: list, blog, post, consulting, research } = system.destinations;
    const { home: start, edutech, contact, production: lab } = system.keyDestinations;
    expect([start, about, list, edutech, blog, contact, lab, post, consulting, research]).toEqual([
      'Home',
      'Vision & Promise',
      'Labs & Services',
      'EduTech Labs',
      'Blog',
      'Contact',
      'Production Lab',
      'Post-Production Lab',
      'Consulting Lab',
      'Research Lab',
    ]);
  });

  test('the ways to the brief, the discovery call and the session planner', () => {
    const { brief, call } = services.closing;
    expect([brief, call]).toEqual(['Send a 60-second brief', 'Book a discovery call']);
    expect(system.header.call).toBe('Book a discovery call');
    expect(system.destinations['session-planner']).toBe('Session planner');
  });

  test('the demonstration of the hub', () => {
    const { approve, approved, log } = home.hub;
    expect([approve, approved, log.show, log.hide]).toEqual(['Approve', 'Approved', 'Show', 'Hide']);
  });

  test('Cymatics Navigation and its controls', () => {
    const { title, subtitle, close, info, mode, demo, selection, sound } = cymatics;
    expect([title, subtitle]).toEqual(['Cymatics Navigation', 'Navigate through sound and science']);
    expect([mode.navigate, mode.play, demo.start, demo.stop, sound.test, info.title, close]).toEqual([
      'Navigate',
      'Play',
      'Start Demo',
      'Stop Demo',
      'Test Audio',
      'What is Cymatics?',
      'Close',
    ]);
    expect([info.frequency.title, info.pattern.title, info.resonance.title]).toEqual([
      'Frequency',
      'Pattern',
      'Resonance',
    ]);
    expect([selection.title, selection.leadsTo, selection.label, selection.soundsOnly]).toEqual([
      'Current Selection',
      'Leads to',
      'Label',
      'Sounds only',
    ]);
  });

  test('the four labs and the three stages', () => {
    expect(labs.items.map(({ title }) => title)).toEqual([
      'Research & Consultations Lab',
      'EduTech Lab',
      'Records',
      'Productions Lab',
    ]);
    expect(production.stages.map(({ button }) => button)).toEqual([
      'Start Your Pre-Production Project',
      'Start Your Production Project',
      'Start Your Post-Production Project',
    ]);
  });

  test('Access Restricted', () => {
    expect(system.restricted.title).toBe('Access Restricted');
    expect(system.restricted.text).toBe(
      'The Client Portal becomes available after project onboarding. Please complete your initial consultation to gain access.',
    );
    expect(system.restricted.button).toBe('Start Onboarding');
  });
});

describe('the assistant', () => {
  test('is called so, says that it answers by itself, and offers to leave a message', () => {
    expect(assistant.title).toContain('assistant');
    expect(assistant.note).toBe('Automatic replies');
    expect(forms.message.submit).toBe('Leave a message for the team');
    expect(assistant.person.ask).toBe('Ask a person');
    expect(assistant.person.explain).toContain('What you write from here on is sent to the team.');
  });

  test('tries its rules in the order of the specification', () => {
    expect(assistant.rules.map(({ keywords }) => keywords)).toEqual([
      ['service', 'what do you'],
      ['price', 'cost'],
      ['book', 'schedule'],
      ['contact', 'reach'],
    ]);
  });

  test.each(assistant.chips.map((chip, index) => ({ ...chip, index })))(
    'the chip $label sends a question that its own rule answers',
    ({ question, index }) => {
      const asked = question.toLowerCase();
      const first = assistant.rules.findIndex(({ keywords }) =>
        keywords.some((word) => asked.includes(word)),
      );
      expect(first).toBe(index);
    },
  );
});

describe('samples', () => {
  test('there are four testimonials of five stars in the three styles', () => {
    expect(testimonials.items.map(({ rating }) => rating)).toEqual([5, 5, 5, 5]);
    expect(new Set(testimonials.items.map(({ style }) => style)).size).toBe(3);
  });

  test('whoever is invented is marked as a sample, and the notice says so', () => {
    expect([...testimonials.items, ...releases.items].every(({ sample }) => sample)).toBe(true);
    expect(testimonials.notice).toContain('invented');
    expect(releases.notice).toContain('invented');
  });
});

test('headlines set as waves read as their titles', () => {
  for (const { title, lines } of [home.hero, home.brief, production]) {
    expect(lines.wide.join(' ')).toBe(title);
    expect(lines.narrow.join('').replaceAll(' ', '')).toBe(title.replaceAll(' ', ''));
  }
});

describe('plain words for visitors', () => {
  test('what is to be corrected, a page that is not there, and what a message is for', () => {
    expect(forms.shared.errors.summary).toBe('Please correct the marked fields.');
    expect(calls.page.errors.invalid).toBe('Please correct the marked fields.');
    expect(system.fault.summary).toBe('Please correct the marked fields.');
    expect(system.notFound.title).toBe('Page not found');
    expect(home.contact.lead).toMatch(/^Tell us what the sound has to do\./);
  });
});
