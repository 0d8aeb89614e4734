import { expect, test } from 'vitest';
import { destinationOf, listMenuDestinations } from './destinations.ts';
import { noteOf, notes, type NoteSlug, plates } from './notes.ts';

test('the octave has the frequencies and labels of the specification', () => {
  expect(notes.map(({ id, hz, label }) => [id, hz, label])).toEqual([
    ['C4', 261.63, 'Home'],
    ['C#4', 277.18, 'Research & Consultations'],
    ['D4', 293.66, 'Productions Lab'],
    ['D#4', 311.13, 'EduTech Lab'],
    ['E4', 329.63, 'Records'],
    ['F4', 349.23, 'Project Visibility Hub'],
    ['F#4', 369.99, 'Contact'],
    ['G4', 392, 'About'],
    ['G#4', 415.3, 'Services'],
    ['A4', 440, 'Blog'],
    ['A#4', 466.16, 'Testimonials'],
    ['B4', 493.88, 'Footer'],
  ]);
});

test('white keys lead where the specification says, black keys nowhere', () => {
  const hrefs = notes.map(({ id, destination }) => [id, destination && destinationOf(destination).href]);
  expect(Object.fromEntries(hrefs)).toEqual({
    C4: '/#home',
    'C#4': undefined,
    D4: '/#research',
    'D#4': undefined,
    E4: '/production',
    F4: '/#records',
    'F#4': undefined,
    G4: '/#edutech',
    'G#4': undefined,
    A4: '/portal',
    'A#4': undefined,
    B4: '/#contact',
  });
  expect(notes.every(({ id, isWhite }) => isWhite !== id.includes('#'))).toBe(true);
});

test('a place that a key leads to shows the figure of that key', () => {
  for (const { slug, destination } of notes) {
    if (!destination) continue;
    expect(destinationOf(destination).note).toBe(slug);
    if (destination in plates) expect(plates[destination as keyof typeof plates]).toBe(slug);
  }
});

test('the menu has the thirteen entries of the specification in its order', () => {
  expect(listMenuDestinations().map(({ href }) => href)).toEqual([
    '/#home',
    '/#about',
    '/#services',
    '/#visibility-hub',
    '/#edutech',
    '/#records',
    '/#blog',
    '/#contact',
    '/production',
    '/post',
    '/consulting',
    '/research',
    '/musicraft',
  ]);
});

test('every note has two modes that keep its symmetry, and a secondary weight of 0.25 to 0.5', () => {
  for (const { primary, secondary, amplitude } of notes) {
    expect(secondary.m % primary.m).toBe(0);
    expect(amplitude).toBeGreaterThanOrEqual(0.25);
    expect(amplitude).toBeLessThanOrEqual(0.5);
  }
});

test('a name that no note has throws', () => {
  expect(noteOf('fs4').id).toBe('F#4');
  expect(() => noteOf('h4' as NoteSlug)).toThrow('h4');
});
