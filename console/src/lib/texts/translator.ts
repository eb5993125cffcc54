export interface Texts {
  readonly [name: string]: Texts | string
}

type Values = Readonly<Record<string, unknown>>

/**
 * Translates keys such as `identity:signIn.title` with the texts of one language, by namespace. With a `count`, chooses
 * the language's plural form: `videos_one`, `videos_other`. Returns an unknown key itself.
 */
export function translatorOf(language: string, texts: Texts): (key: string, values?: Values) => string {
  const plurals = new Intl.PluralRules(language)
  const formOf = (path: string, values: Values) =>
    typeof values.count === 'number' ? `${path}_${plurals.select(values.count)}` : path
  return (key, values = {}) => {
    const [namespace, path] = key.includes(':') ? key.split(':', 2) : ['common', key]
    const text =
      find(texts[namespace ?? ''], formOf(path ?? '', values)) ?? find(texts[namespace ?? ''], path ?? '')
    if (text !== undefined) return fill(text, values)
    if (values.defaultValue === undefined) console.error(`There is no text ${key}`)
    return String(values.defaultValue ?? path)
  }
}

function find(texts: Texts | string | undefined, path: string): string | undefined {
  let found = texts
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return typeof found === 'string' ? found : undefined
}

/** Replaces `{{name}}`. A value is text, whatever it contains. */
function fill(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (hole, name: string) =>
    name in values ? String(values[name]) : hole,
  )
}
