import type { Livestream } from '@kinora/contract'
import { useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { Select } from '../../../ui/select'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useRotateKey } from '../queries'

/** Offered times for which the current key stays valid, in seconds. */
const offered = [0, 600, 3600, 86_400] as const

interface RotateKeyProps {
  readonly stream: Livestream
  readonly onClose: () => void
  readonly onRotated: () => void
}

/** Replaces the stream key, at once or with a transition time. */
export function RotateKey({ stream, onClose, onRotated }: RotateKeyProps) {
  const t = useText()
  const format = useFormat()
  const rotate = useRotateKey(stream)
  const [seconds, setSeconds] = useState<number>(0)
  const send = () =>
    rotate.mutate(seconds, {
      onSuccess: () => {
        toast({ text: t('live:stream.key.rotated'), tone: 'good' })
        onRotated()
      },
    })
  return (
    <FormDialog
      title={t('live:stream.key.rotateTitle')}
      dirty={false}
      busy={rotate.isPending}
      onClose={onClose}
      cancel={t('live:streams.cancel')}
      submit={{
        label: t('live:stream.key.rotateConfirm'),
        onPress: send,
        ...(seconds === 0 && { variant: 'danger' }),
      }}
    >
      <div className="flex flex-col gap-4 pt-2">
        <p className="text-pretty">{t('live:stream.key.rotateAbout')}</p>
        <Select
          label={t('live:stream.key.oldKey')}
          help={seconds === 0 ? t('live:stream.key.atOnceHelp') : t('live:stream.key.laterHelp')}
          value={String(seconds)}
          onChange={(id) => setSeconds(Number(id))}
          options={offered.map((span) => ({
            id: String(span),
            label:
              span === 0
                ? t('live:stream.key.atOnce')
                : t('live:stream.key.after', { span: format.timeSpan(span) }),
          }))}
        />
        <FormProblem error={rotate.error} />
      </div>
    </FormDialog>
  )
}
