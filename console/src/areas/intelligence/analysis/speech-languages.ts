import { useMemo } from 'react'
import { useLanguage } from '../../../lib/i18n'
import { languages } from '../../../lib/languages'

/** Languages that engines of speech know. */
const codes =
  'ar bn cs da de el en es fa fi fr gu he hi hu id it ja kn ko ml mr ms nb nl pa pl pt ro ru sv ta te th tr uk ur vi zh'.split(
    ' ',
  )

/** Names of the languages of speech in the current language. */
export function useSpeechLanguages() {
  const { tag } = languages[useLanguage()]
  return useMemo(() => {
    const names = new Intl.DisplayNames([tag], { type: 'language', fallback: 'code' })
    const nameOf = (code: string) => names.of(code) ?? code
    const order = new Intl.Collator(tag)
    const options = codes
      .map((id) => ({ id, label: nameOf(id) }))
      .sort((one, other) => order.compare(one.label, other.label))
    return { nameOf, options }
  }, [tag])
}
