import type { Livestream } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useTestSignal } from '../queries'

interface TestSignalProps {
  readonly stream: Livestream
}

/** Button to start or stop the test signal, to try a stream without an encoder. */
export function TestSignal({ stream }: TestSignalProps) {
  const t = useText()
  const { update } = useRights('Livestreams', 'Livestream')
  const { mutate, isPending } = useTestSignal(stream)
  const onError = useProblemToast(t('live:stream.testSignal.failed'))
  if (!update) return null
  const to = stream.testSignalUntil === null ? 'send' : 'stop'
  return (
    <Button busy={isPending} onPress={() => mutate(to, { onError })}>
      {t(`live:stream.testSignal.${to}`)}
    </Button>
  )
}
