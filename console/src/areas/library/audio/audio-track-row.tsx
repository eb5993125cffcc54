import type { AudioTrack, Content } from '@kinora/contract'
import { ArrowClockwise } from '@phosphor-icons/react/dist/csr/ArrowClockwise'
import { CheckCircle } from '@phosphor-icons/react/dist/csr/CheckCircle'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { Progress } from '../../../ui/progress'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { StatusMark } from '../../../ui/status-mark'
import { useRights } from '../../identity'
import { errorText } from '../parts/status'
import { rightsOn } from '../rights'
import { useLanguageNames } from '../subtitles/subtitle-languages'

export type AudioTrackAction = 'edit' | 'default' | 'retry' | 'delete'

interface AudioTrackRowProps {
  readonly content: Content
  readonly track: AudioTrack
  readonly onTrackAction: (action: AudioTrackAction) => void
}

export function AudioTrackRow({ content, track, onTrackAction }: AudioTrackRowProps) {
  const t = useText()
  const rights = rightsOn(content, useRights('Videos', 'Video'))
  const { nameOf } = useLanguageNames()
  const { name, languageCode, role, isDefault, origin, fileName } = track
  const label = t('library:actions.of', { title: name })
  const language = languageCode === null ? t('library:audio.noLanguage') : nameOf(languageCode)
  const mayDelete = rights.delete && content.trashedAt === null && origin === 'added'
  return (
    <li className="group/row flex items-start gap-2 border-b border-rule py-2.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
          <bdi className="font-mid text-ink wrap-anywhere">{name}</bdi>
          {isDefault && (
            <span className="inline-flex items-center gap-1 text-12 text-ink-2">
              <CheckCircle size={14} aria-hidden />
              {t('library:audio.isDefault')}
            </span>
          )}
        </p>
        <p className="flex flex-wrap gap-x-2 text-12 text-ink-2">
          <span>{language}</span>
          <span>{t(`library:audio.roles.${role}`)}</span>
          {fileName !== null && <bdi className="text-ink-3 wrap-anywhere">{fileName}</bdi>}
        </p>
        <AudioTrackStatus track={track} />
      </div>
      {(rights.update || mayDelete) && (
        <Menu label={label} trigger={<RowMenuButton label={label} />}>
          {rights.update && track.status === 'failed' && track.error?.retryable && (
            <MenuItem icon={<ArrowClockwise size={16} />} onAction={() => onTrackAction('retry')}>
              {t('library:actions.retry')}
            </MenuItem>
          )}
          {rights.update && (
            <MenuItem icon={<PencilSimple size={16} />} onAction={() => onTrackAction('edit')}>
              {t('library:audio.edit')}
            </MenuItem>
          )}
          {rights.update && !isDefault && (
            <MenuItem icon={<CheckCircle size={16} />} onAction={() => onTrackAction('default')}>
              {t('library:audio.makeDefault')}
            </MenuItem>
          )}
          {mayDelete && (
            <MenuItem danger icon={<Trash size={16} />} onAction={() => onTrackAction('delete')}>
              {t('library:audio.delete')}
            </MenuItem>
          )}
        </Menu>
      )}
    </li>
  )
}

/** The progress or error of a track; nothing once it is ready. */
function AudioTrackStatus({ track }: { readonly track: AudioTrack }) {
  const t = useText()
  const format = useFormat()
  const { status, progress, error } = track
  if (status === 'failed')
    return (
      <p className="mt-1 text-12 text-bad">
        {error === null
          ? t('library:audio.trackFailed')
          : t('ui:because', { what: t('library:audio.trackFailed'), why: errorText(t, error) })}
      </p>
    )
  if (status === 'ready') return null
  const words = t(`library:audio.stages.${status}`)
  if (status !== 'processing')
    return (
      <p className="mt-1">
        <StatusMark tone="hollow">{words}</StatusMark>
      </p>
    )
  return (
    <div role="status" className="mt-1 flex flex-col gap-1 text-12">
      <p className="flex justify-between gap-3">
        <span>{words}</span>
        <span aria-hidden className="tabular text-ink-3">
          {format.percent(progress)}
        </span>
      </p>
      <Progress label={words} value={progress} tone="warn" />
    </div>
  )
}
