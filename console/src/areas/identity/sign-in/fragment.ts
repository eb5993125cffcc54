/**
 * What stands behind `#` in the window's address, where that is `path`: secrets of links in mails and of other sites'
 * answers, which no server is sent. A route takes it and leads to the address without it before anything is shown.
 */
export function fragmentAt(path: string): URLSearchParams | undefined {
  const { pathname, hash } = window.location
  if (pathname !== path || hash.length < 2) return undefined
  // A plus sign in an e-mail address is one: this is no form.
  return new URLSearchParams(hash.slice(1).replaceAll('+', '%2B'))
}
