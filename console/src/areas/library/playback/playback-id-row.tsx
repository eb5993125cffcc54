import type { Content, PlaybackId } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { ShareNetwork } from '@phosphor-icons/react/dist/csr/ShareNetwork'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { CopyText } from '../../../ui/copy-text'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { useRights } from '../../identity'
import { PolicyMark } from '../parts/policy-mark'
import { rightsOn } from '../rights'
import { limitsOf, playbackIdName } from './playback-id'

export type PlaybackIdAction = 'share' | 'edit' | 'delete'

interface PlaybackIdRowProps {
  readonly content: Content
  readonly playbackId: PlaybackId
  readonly onIdAction: (action: PlaybackIdAction) => void
}

export function PlaybackIdRow({ content, playbackId, onIdAction }: PlaybackIdRowProps) {
  const t = useText()
  const format = useFormat()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const name = playbackIdName(t, playbackId)
  const label = t('library:actions.of', { title: name })
  const limits = limitsOf(t, format, playbackId)
  return (
    <li className="group/row flex items-start gap-2 border-b border-rule py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <bdi className="font-mid text-ink wrap-anywhere">{name}</bdi>
          <span className="inline-flex items-center gap-1.5 text-12 text-ink-2">
            <PolicyMark policy={playbackId.policy} />
            {t(`library:policies.${playbackId.policy}`)}
          </span>
        </p>
        {limits.map((limit) => (
          <p key={limit} className="text-12 text-ink-2 wrap-anywhere">
            {limit}
          </p>
        ))}
        <CopyText text={playbackId.id} label={t('library:playbackIds.idOf', { name })} />
      </div>
      {(content.playable || rights.update) && (
        <Menu label={label} trigger={<RowMenuButton label={label} />}>
          {content.playable && (
            <MenuItem icon={<ShareNetwork size={16} />} onAction={() => onIdAction('share')}>
              {t('library:share.open')}
            </MenuItem>
          )}
          {rights.update && (
            <MenuItem icon={<PencilSimple size={16} />} onAction={() => onIdAction('edit')}>
              {t('library:playbackIds.edit')}
            </MenuItem>
          )}
          {rights.update && !playbackId.isFirst && (
            <MenuItem danger icon={<Trash size={16} />} onAction={() => onIdAction('delete')}>
              {t('library:playbackIds.delete')}
            </MenuItem>
          )}
        </Menu>
      )}
    </li>
  )
}
