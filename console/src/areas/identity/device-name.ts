export interface DeviceName {
  readonly kind: 'computer' | 'phone' | 'program' | 'unknown'
  /** The brand name, which is not translated. */
  readonly browser: string | undefined
  readonly system: string | undefined
}

/** Most browsers also name the ones that they are compatible with, so the most specific comes first. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\/|\bOpera\b/],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bVersion\/[\d.]+ .*\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const
const handheld = new Set(['Android', 'iPhone', 'iPad'])

/** A readable browser and system name from a User-Agent header. */
export function deviceName(userAgent: string | null): DeviceName {
  const text = userAgent ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0]
  if (browser === undefined && system === undefined) {
    const program = /^[\w.-]+(?=\/)/.exec(text)?.[0] ?? (/^[\w.-]{1,40}$/.test(text) ? text : undefined)
    return { kind: program === undefined ? 'unknown' : 'program', browser: program, system }
  }
  return { kind: system !== undefined && handheld.has(system) ? 'phone' : 'computer', browser, system }
}
