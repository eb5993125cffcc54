/** Parameters of the playback URL by name: key-values, consent and identifiers, which the embedding page sets. */
export type SessionParams = Readonly<Record<string, string>>

/** Macros by the name of their parameter. */
const named: ReadonlyMap<string, string> = new Map([
  ['gdpr', 'GDPR'],
  ['gdpr_consent', 'GDPRCONSENT'],
  ['us_privacy', 'USPRIVACY'],
  ['gpp', 'GPP'],
  ['gpp_sid', 'GPPSID'],
  ['lmt', 'LIMITADTRACKING'],
  ['ifa', 'IFA'],
  ['ifa_type', 'IFATYPE'],
])

const KEY_VALUE = /^kv\.([\w-]{1,40})$/
const MAX_KEY_VALUES = 30
const MAX_VALUE = 500
/** Maximum length of a named parameter, since consent strings are long. */
const MAX_NAMED = 4000

/** Reads the parameters for ad servers. Other parameters and too long values are left out. */
export function readParams(query: URLSearchParams): SessionParams {
  const found: Record<string, string> = {}
  let keyValues = 0
  for (const [name, value] of query) {
    if (value === '' || value.includes('\0') || name in found) continue
    if (named.has(name) && value.length <= MAX_NAMED) found[name] = value
    else if (KEY_VALUE.test(name) && value.length <= MAX_VALUE && keyValues < MAX_KEY_VALUES) {
      keyValues += 1
      found[name] = value
    }
  }
  return found
}

const MAX_LABEL = 200

/** Reads the labels that analytics counts by, as players report them for views. */
export function readLabels(query: URLSearchParams): Readonly<Record<'programme' | 'partner', string>> {
  const label = (name: string) =>
    (query.get(name) ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').slice(0, MAX_LABEL)
  return { programme: label('programme'), partner: label('partner') }
}

/** @param defaults default key-values of the channel */
export function paramMacros(
  params: SessionParams,
  defaults: readonly { readonly key: string; readonly value: string }[],
): Readonly<Record<string, string>> {
  const keyValues = new Map(
    defaults.flatMap(({ key, value }) => (KEY_VALUE.test(`kv.${key}`) ? [[key, value] as const] : [])),
  )
  const macros: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) {
    const macro = named.get(name)
    if (macro !== undefined) macros[macro] = value
    const [, key] = KEY_VALUE.exec(name) ?? []
    if (key !== undefined) keyValues.set(key, value)
  }
  for (const [key, value] of keyValues) macros[`KV.${key}`] = value
  if (keyValues.size > 0) macros.KEYVALUES = new URLSearchParams([...keyValues]).toString()
  return macros
}
