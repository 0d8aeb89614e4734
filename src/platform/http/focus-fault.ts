/**
 * The same page, in which the first field that is marked as wrong has the focus from the beginning, without any script. A
 * page without such a field stays as it is.
 */
export async function focusFault(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = await response.text();
  // What somebody typed cannot look like this: quotation marks are escaped in text and in attributes.
  return new Response(page.replace(' aria-invalid="true"', ' autofocus$&'), response);
}
