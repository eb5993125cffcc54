import { useLanguage } from '../../lib/i18n'
import { languages } from '../../lib/languages'
import { useWorkspace } from '../identity'
import type { Counted } from './queries'
import { useView } from './view'

/** Environment, range and filters of the Analytics screen. */
export function useCounted(): Counted {
  const { environment } = useWorkspace()
  const { range, filters } = useView()
  const { tag: locale } = languages[useLanguage()]
  return { environmentId: environment.id, range, filters, locale }
}
