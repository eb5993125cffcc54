import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const weights = ['400Regular', '600SemiBold'] as const
const families = [
  { folder: 'geist', file: 'Geist', name: 'Geist' },
  { folder: 'anek-devanagari', file: 'AnekDevanagari', name: 'Anek Devanagari' },
  { folder: 'anek-telugu', file: 'AnekTelugu', name: 'Anek Telugu' },
  { folder: 'noto-sans-arabic', file: 'NotoSansArabic', name: 'Noto Sans Arabic' },
] as const

/** For `font-family` of pictures. */
export const fontFamilies = families.map(({ name }) => `'${name}'`).join(', ')

/** The files of the fonts of reports: those of the console, which are web fonts there. */
export function fontFiles(): string[] {
  return families.flatMap(({ folder, file }) => {
    const home = dirname(require.resolve(`@expo-google-fonts/${folder}/package.json`))
    return weights.map((weight) => join(home, weight, `${file}_${weight}.ttf`))
  })
}
