import { useNamesOfLanguages } from '../../lib/hooks/use-names-of-languages'

/** Languages that engines of speech know. */
const codes =
  'ar bn cs da de el en es fa fi fr gu he hi hu id it ja kn ko ml mr ms nb nl pa pl pt ro ru sv ta te th tr uk ur vi zh'.split(
    ' ',
  )

/** Names of the languages of speech. */
export function useSpeechLanguages() {
  return useNamesOfLanguages(codes)
}
