import type { Plugin } from 'vite'

/** Texts of one language by key. */
export interface TextTree {
  readonly [name: string]: TextTree | string
}

/** `import('./texts.json?hi')` loads the Hindi texts of a file that has the languages of each text side by side. */
export function textsByLanguage(): Plugin {
  return {
    name: 'texts-by-language',
    enforce: 'pre',
    transform: {
      filter: { id: /\/texts\.json\?\w+$/ },
      handler(code, id) {
        const texts = textsIn(id.split('?')[1] ?? '', JSON.parse(code))
        return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' }
      },
    },
  }
}

/** The texts of one language out of a tree that has the languages of each text side by side. Plural forms that the
 * language does not have are left out. */
export function textsIn(language: string, texts: TextTree): TextTree {
  const entries = Object.entries(texts).flatMap(([name, inner]): [string, TextTree | string][] => {
    if (typeof inner === 'string') return []
    if (!isText(inner)) return [[name, textsIn(language, inner)]]
    const text = inner[language]
    return text === undefined ? [] : [[name, text]]
  })
  return Object.fromEntries(entries)
}

function isText(inner: TextTree): boolean {
  return Object.values(inner).every((value) => typeof value === 'string')
}
