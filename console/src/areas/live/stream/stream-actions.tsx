import type { Livestream } from '@kinora/contract'
import { DotsThree } from '@phosphor-icons/react/dist/csr/DotsThree'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Power } from '@phosphor-icons/react/dist/csr/Power'
import { Stop } from '@phosphor-icons/react/dist/csr/Stop'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import { useRights } from '../../identity'
import { StreamMenu } from '../streams/stream-menu'
import { useStateChange } from '../streams/use-state-change'
import { TestSignal } from './test-signal'

const EndStream = lazy(async () => ({ default: (await import('../streams/end-stream')).EndStream }))

interface StreamActionsProps {
  readonly stream: Livestream
  readonly onDeleted: () => void
}

/** Buttons beside the title of a stream: start or stop, and the menu. */
export function StreamActions({ stream, onDeleted }: StreamActionsProps) {
  const t = useText()
  const rights = useRights('Livestreams', 'Livestream')
  const { change, isPending } = useStateChange(stream)
  const [stopping, setStopping] = useState(false)
  const { name, status, started, displayStatus } = stream
  return (
    <>
      {displayStatus === 'Live' && stream.testSignalUntil !== null && <TestSignal stream={stream} />}
      {rights.update &&
        (status === 'disabled' ? (
          <Button icon={<Power size={16} />} busy={isPending} onPress={() => change('enable')}>
            {t('live:streams.actions.enable')}
          </Button>
        ) : started ? (
          <Button
            icon={<Stop size={16} />}
            busy={isPending}
            onPress={() => (displayStatus === 'Live' ? setStopping(true) : change('stop'))}
          >
            {t('live:streams.actions.stop')}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<Play size={16} />}
            busy={isPending}
            onPress={() => change('start')}
          >
            {t('live:streams.actions.start')}
          </Button>
        ))}
      <StreamMenu
        stream={stream}
        onDeleted={onDeleted}
        trigger={
          <IconButton outlined label={t('live:streams.actions.of', { name })}>
            <DotsThree size={16} weight="bold" />
          </IconButton>
        }
      />
      <Suspense>
        {stopping && <EndStream stream={stream} how="stop" onClose={() => setStopping(false)} />}
      </Suspense>
    </>
  )
}
