/**
 * Returns the page with `autofocus` on its first invalid field, without scripts. A page without one is returned
 * unchanged.
 */
export async function focusFault(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = await response.text();
  // User input cannot match this: quotation marks are escaped in text and attributes.
  return new Response(page.replace(' aria-invalid="true"', ' autofocus$&'), response);
}
