import type { Content } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { useRetryContent } from '../queries'
import { useProblemToast } from './use-problem-toast'

export function useRetry({ id }: Pick<Content, 'id'>): { retry: () => void; busy: boolean } {
  const t = useText()
  const { mutate, isPending } = useRetryContent()
  const onError = useProblemToast(t('library:problems.retry'))
  return { retry: () => mutate(id, { onError }), busy: isPending }
}
