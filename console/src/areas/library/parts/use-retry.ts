import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRetryContent } from '../queries'

export function useRetry({ id }: Pick<Content, 'id'>): { retry: () => void; busy: boolean } {
  const t = useText()
  const { mutate, isPending } = useRetryContent()
  const onError = useProblemToast(t('library:failures.retry'))
  return { retry: () => mutate(id, { onError }), busy: isPending }
}
