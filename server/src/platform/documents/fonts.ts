import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const require = createRequire(import.meta.url)
const weights = ['400Regular', '600SemiBold'] as const
const families = [
  { name: 'Geist', file: 'Geist', home: () => require.resolve('@expo-google-fonts/geist/package.json') },
  {
    name: 'Anek Devanagari',
    file: 'AnekDevanagari',
    home: () => require.resolve('@expo-google-fonts/anek-devanagari/package.json'),
  },
  {
    name: 'Anek Telugu',
    file: 'AnekTelugu',
    home: () => require.resolve('@expo-google-fonts/anek-telugu/package.json'),
  },
  {
    name: 'Noto Sans Arabic',
    file: 'NotoSansArabic',
    home: () => require.resolve('@expo-google-fonts/noto-sans-arabic/package.json'),
  },
] as const

/** Font families of pictures. */
export const fontFamilies = families.map(({ name }) => `'${name}'`).join(', ')

/** The files of the fonts of reports: those of the console, which are web fonts there. */
export function fontFiles(): string[] {
  return families.flatMap(({ file, home }) =>
    weights.map((weight) => join(dirname(home()), weight, `${file}_${weight}.ttf`)),
  )
}
