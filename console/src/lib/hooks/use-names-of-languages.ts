import { useMemo } from 'react'
import { useLanguage } from '../i18n'
import { languages } from '../languages'

/** Names of languages in the current language. @param codes languages to choose from, the same array in each render */
export function useNamesOfLanguages(codes: readonly string[]) {
  const { tag } = languages[useLanguage()]
  return useMemo(() => {
    const names = new Intl.DisplayNames([tag], { type: 'language', fallback: 'code' })
    const nameOf = (code: string) => names.of(code) ?? code
    const order = new Intl.Collator(tag)
    const options = codes
      .map((id) => ({ id, label: nameOf(id) }))
      .sort((one, other) => order.compare(one.label, other.label))
    return { nameOf, options }
  }, [tag, codes])
}
