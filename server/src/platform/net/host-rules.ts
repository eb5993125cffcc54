/** A host that addresses of users may lead to. */
export interface HostRule {
  /** Name or address in the form of URLs: lower case, Punycode, IPv6 in brackets. */
  readonly host: string
  /** Whether it names the subdomains of the host, and not the host itself. */
  readonly isForSubdomains: boolean
  /** Empty for every port. */
  readonly port: string
}

const shape = /^(\*\.)?(\[[0-9a-f:.]+\]|[^\s:/?#@[\]*\\]+)(?::(\d{1,5}))?$/i
const MAX_PORT = 65_535
/** Ports of URLs that have none. */
const usualPorts: Readonly<Record<string, string>> = {
  'http:': '80',
  'https:': '443',
  'rtmp:': '1935',
  'rtmps:': '443',
}

/** Reads `example.com`, `*.example.com`, `192.0.2.1` or `[2001:db8::1]`, each with `:port` or without. Null for anything else. */
export function parseHostRule(text: string): HostRule | null {
  const [, star, name = '', port = ''] = shape.exec(text) ?? []
  if (name === '' || Number(port) > MAX_PORT || !URL.canParse(`http://${name}/`)) return null
  const { hostname, href } = new URL(`http://${name}/`)
  const host = withoutDot(hostname)
  if (host === '' || href !== `http://${hostname}/`) return null
  return { host, isForSubdomains: star !== undefined, port: port === '' ? '' : String(Number(port)) }
}

/** Whether a list has the host and port of a URL. An empty list has all. */
export function isListed(url: URL, rules: readonly HostRule[]): boolean {
  if (rules.length === 0) return true
  // Hosts of schemes other than http stay as they are typed.
  const host = withoutDot(url.hostname.toLowerCase())
  const port = url.port || (usualPorts[url.protocol] ?? '')
  return rules.some(
    (rule) =>
      (rule.isForSubdomains ? host.endsWith(`.${rule.host}`) : host === rule.host) &&
      (rule.port === '' || rule.port === port),
  )
}

/** A dot at the end of a name changes nothing. */
function withoutDot(host: string): string {
  return host.replace(/\.$/, '')
}
