import type { Livestream } from '@kinora/contract'
import { ArrowSquareOut } from '@phosphor-icons/react/dist/csr/ArrowSquareOut'
import { LinkSimple } from '@phosphor-icons/react/dist/csr/LinkSimple'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { Power } from '@phosphor-icons/react/dist/csr/Power'
import { Prohibit } from '@phosphor-icons/react/dist/csr/Prohibit'
import { Record } from '@phosphor-icons/react/dist/csr/Record'
import { Stop } from '@phosphor-icons/react/dist/csr/Stop'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { toast } from '../../../ui/toast-store'
import { useCopy } from '../../../ui/use-copy'
import { useRights } from '../../identity'
import { useStateChange } from './use-state-change'

const DeleteStream = lazy(async () => ({ default: (await import('./delete-stream')).DeleteStream }))
const EndStream = lazy(async () => ({ default: (await import('./end-stream')).EndStream }))

interface StreamMenuProps {
  readonly stream: Livestream
  /** The button that opens the menu. */
  readonly trigger: ReactNode
  /** Whether the menu links to the stream's page, as in a list. */
  readonly isOpenable?: boolean
  readonly onDeleted?: () => void
}

/** Menu of a stream. */
export function StreamMenu({ stream, trigger, isOpenable = false, onDeleted }: StreamMenuProps) {
  const t = useText()
  const rights = useRights('Livestreams', 'Livestream')
  const mayRecord = useRights('Liverecordings', 'Recording').create
  const { copy } = useCopy()
  const { change } = useStateChange(stream)
  const [asked, setAsked] = useState<'stop' | 'disable' | 'delete'>()
  const { id, environmentId, name, status, started, urls } = stream
  const isDisabled = status === 'disabled'
  const isLive = stream.displayStatus === 'Live'
  const close = () => setAsked(undefined)
  const endBy = (how: 'stop' | 'disable') => (isLive ? setAsked(how) : change(how))
  const copyLink = () => {
    copy(urls.shareable)
    if (isSecureContext) toast({ text: t('ui:copied'), tone: 'good' })
  }
  return (
    <>
      <Menu label={t('live:streams.actions.of', { name })} trigger={trigger}>
        {isOpenable && (
          <MenuItem
            icon={<ArrowSquareOut size={16} className="rtl:-scale-x-100" />}
            href={`/${environmentId}/live-stream/${id}`}
          >
            {t('live:streams.actions.open')}
          </MenuItem>
        )}
        <MenuItem icon={<LinkSimple size={16} />} onAction={copyLink}>
          {t('live:streams.actions.copyLink')}
        </MenuItem>
        {mayRecord && !isDisabled && (
          <MenuItem
            icon={<Record size={16} />}
            href={`/${environmentId}/live-recording/planned?new=true&stream=${id}`}
          >
            {t('live:planned.new')}
          </MenuItem>
        )}
        {rights.update && !isDisabled && !started && (
          <MenuItem icon={<Play size={16} />} onAction={() => change('start')}>
            {t('live:streams.actions.start')}
          </MenuItem>
        )}
        {rights.update && !isDisabled && started && (
          <MenuItem icon={<Stop size={16} />} onAction={() => endBy('stop')}>
            {t('live:streams.actions.stop')}
          </MenuItem>
        )}
        {rights.update && isDisabled && (
          <MenuItem icon={<Power size={16} />} onAction={() => change('enable')}>
            {t('live:streams.actions.enable')}
          </MenuItem>
        )}
        {rights.update && !isDisabled && (
          <MenuItem icon={<Prohibit size={16} />} onAction={() => endBy('disable')}>
            {t('live:streams.actions.disable')}
          </MenuItem>
        )}
        {rights.delete && (
          <MenuItem danger icon={<Trash size={16} />} onAction={() => setAsked('delete')}>
            {t('live:streams.actions.delete')}
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {asked === 'delete' && (
          <DeleteStream stream={stream} onClose={close} {...(onDeleted && { onDeleted })} />
        )}
        {(asked === 'stop' || asked === 'disable') && (
          <EndStream stream={stream} how={asked} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
