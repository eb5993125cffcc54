import type { Livestream, StreamKey } from '@kinora/contract'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { Eye } from '@phosphor-icons/react/dist/csr/Eye'
import { EyeSlash } from '@phosphor-icons/react/dist/csr/EyeSlash'
import { lazy, Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { SecretField } from '../../../ui/secret-field'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { useViewKey } from '../queries'

const RotateKey = lazy(async () => ({ default: (await import('./rotate-key')).RotateKey }))

interface KeyPartProps {
  readonly stream: Livestream
  /** Undefined while the key is hidden. */
  readonly streamKey: StreamKey | undefined
  readonly hasPassphrase: boolean
  readonly onKey: (key: StreamKey | undefined) => void
}

/** Stream key. Fetched only on request, because each view is recorded in the audit trail. */
export function KeyPart({ stream, streamKey, hasPassphrase, onKey }: KeyPartProps) {
  const t = useText()
  const format = useFormat()
  const rights = useRights('Livestreams', 'Stream Key')
  const [rotating, setRotating] = useState(false)
  const view = useViewKey(stream, onKey)
  const onError = useProblemToast(t('live:stream.key.failed'))
  const until = streamKey?.previousKeyValidUntil ?? null
  if (!rights.read && !rights.update) return <p className="text-ink-3">{t('live:stream.key.role')}</p>
  return (
    <div className="flex flex-col gap-3">
      {streamKey && (
        <>
          <SecretField label={t('live:stream.key.title')} value={streamKey.streamKey} />
          {hasPassphrase && (
            <SecretField label={t('live:stream.key.passphrase')} value={streamKey.srtPassphrase} />
          )}
        </>
      )}
      <p className="text-12 text-pretty text-ink-3">
        {until === null
          ? t('live:stream.key.about')
          : t('live:stream.key.previous', { until: format.moment(until) })}
      </p>
      <div className="flex flex-wrap gap-2">
        {rights.read && (
          <Button
            icon={streamKey === undefined ? <Eye size={16} /> : <EyeSlash size={16} />}
            busy={view.isPending}
            onPress={() => (streamKey === undefined ? view.mutate(undefined, { onError }) : onKey(undefined))}
          >
            {t(`live:stream.key.${streamKey === undefined ? 'show' : 'hide'}`)}
          </Button>
        )}
        {rights.update && (
          <Button icon={<ArrowsClockwise size={16} />} onPress={() => setRotating(true)}>
            {t('live:stream.key.rotate')}
          </Button>
        )}
      </div>
      <Suspense>
        {rotating && (
          <RotateKey
            stream={stream}
            onClose={() => setRotating(false)}
            onRotated={() => {
              setRotating(false)
              onKey(undefined)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}
