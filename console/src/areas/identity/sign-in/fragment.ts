/**
 * The URL fragment if the window is at `path`. Links in emails and redirects of other sites carry secrets there,
 * because browsers do not send fragments to servers. The route reads it and navigates to the address without it before
 * rendering.
 */
export function readFragment(path: string): URLSearchParams | undefined {
  const { pathname, hash } = window.location
  if (pathname !== path || hash.length < 2) return undefined
  // A plus sign in an email address is literal here, unlike in a form.
  return new URLSearchParams(hash.slice(1).replaceAll('+', '%2B'))
}
