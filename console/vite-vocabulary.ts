import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/** `vocabulary.json?language=hi` contains the Hindi texts alone. */
export function vocabularyLanguages(): Plugin {
  return {
    name: 'vocabulary-languages',
    load: {
      filter: { id: /\/vocabulary\.json\?language=\w+$/ },
      async handler(id) {
        const [file = '', language = ''] = id.split('?language=')
        const texts = textsIn(language, JSON.parse(await readFile(file, 'utf8')))
        return { code: `export default ${JSON.stringify(texts)}`, moduleType: 'js' }
      },
    },
  }
}

interface Translated {
  readonly [name: string]: Translated | string
}

function textsIn(language: string, texts: Translated): Translated | string {
  if (typeof texts.en === 'string') return texts[language] ?? ''
  return Object.fromEntries(
    Object.entries(texts).map(([name, inner]) => [
      name,
      typeof inner === 'string' ? inner : textsIn(language, inner),
    ]),
  )
}
