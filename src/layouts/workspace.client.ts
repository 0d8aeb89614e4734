const status = document.querySelector<HTMLElement>('[data-events-after]');
if (status) {
  void import('#src/features/portal/events/live.client.ts').then(({ followEvents }) => followEvents(status));
}
