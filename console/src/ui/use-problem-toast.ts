import { useText } from '../lib/i18n'
import { Problem } from '../lib/problem'
import { problemText } from '../lib/texts'
import { toast } from './toast-store'

/** Shows a toast with what failed and why. */
export function useProblemToast(what: string): (error: unknown) => void {
  const t = useText()
  return (error) => {
    const why = error instanceof Problem ? problemText(t, error) : t('ui:brokenPage')
    toast({ text: t('ui:because', { what, why }), tone: 'bad' })
  }
}
