import type { Content, Subtitle } from '@kinora/contract'
import { subtitleFormats } from '@kinora/contract/library'
import { ArrowUUpLeft } from '@phosphor-icons/react/dist/csr/ArrowUUpLeft'
import { DownloadSimple } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { useProblemToast } from '../../../ui/use-problem-toast'
import { useRights } from '../../identity'
import { rightsOn } from '../rights'
import { useDownloadSubtitle } from './queries'
import { shownVersion, stateOf } from './subtitle-state'

export type SubtitleAction = 'edit' | 'discard' | 'delete'

interface SubtitleMenuProps {
  readonly content: Content
  readonly subtitle: Subtitle
  readonly onSubtitleAction: (action: SubtitleAction) => void
}

/** The actions on a subtitle. */
export function SubtitleMenu({ content, subtitle, onSubtitleAction }: SubtitleMenuProps) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const download = useDownloadSubtitle(content.id)
  const onError = useProblemToast(t('library:subtitles.downloadFailed'))
  const { name } = shownVersion(subtitle)
  const isHere = content.trashedAt === null
  const label = t('library:actions.of', { title: name })
  return (
    <Menu label={label} trigger={<RowMenuButton label={label} />}>
      {rights.update && (
        <MenuItem icon={<PencilSimple size={16} />} onAction={() => onSubtitleAction('edit')}>
          {t('library:subtitles.edit')}
        </MenuItem>
      )}
      {subtitleFormats.map((format) => (
        <MenuItem
          key={format}
          icon={<DownloadSimple size={16} />}
          onAction={() => download.mutate({ subtitleId: subtitle.id, name, format }, { onError })}
        >
          {t(`library:subtitles.download.${format}`)}
        </MenuItem>
      ))}
      {rights.delete && isHere && stateOf(subtitle) === 'changed' && (
        <MenuItem icon={<ArrowUUpLeft size={16} />} onAction={() => onSubtitleAction('discard')}>
          {t('library:subtitles.discard')}
        </MenuItem>
      )}
      {rights.delete && isHere && (
        <MenuItem danger icon={<Trash size={16} />} onAction={() => onSubtitleAction('delete')}>
          {t('library:actions.delete')}
        </MenuItem>
      )}
    </Menu>
  )
}
