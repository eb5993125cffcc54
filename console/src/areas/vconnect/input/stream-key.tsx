import type { VconnectInput } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { SecretField } from '../../../ui/secret-field'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useInputKey } from '../queries'

/** The stream key of an input by RTMP, which people ask for. */
export function StreamKey({ input }: { readonly input: VconnectInput }) {
  const t = useText()
  const rights = useRights('V-Connect', 'Connector')
  const failed = useProblemToast(t('vconnect:page.failed'))
  const key = useInputKey(input)
  if (!rights.update) return null
  return (
    <div className="pt-4">
      {key.data === undefined ? (
        <Button size="small" onPress={() => key.mutate(undefined, { onError: failed })}>
          {t('vconnect:page.showKey')}
        </Button>
      ) : (
        <SecretField secret label={t('vconnect:page.key')} value={key.data.streamKey} />
      )}
    </div>
  )
}
