/**
 * Returns the page with the focus set, without any script, on its first field that is marked as wrong. A page without such a field
 * stays as it is.
 */
export async function focusFault(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = await response.text();
  // Typed text cannot look like this: quotation marks are escaped in text and in attributes.
  return new Response(page.replace(' aria-invalid="true"', ' autofocus$&'), response);
}
