import type { WatchFile, WatchFileState } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones: Readonly<Record<WatchFileState, StatusTone>> = {
  settling: 'draft',
  queued: 'draft',
  fetching: 'planned',
  ingested: 'good',
  skipped: 'hollow',
  failed: 'bad',
}

/** The state of a file, and why it waits or failed. */
export function FileState({ file }: { readonly file: Pick<WatchFile, 'state' | 'reason'> }) {
  const t = useText()
  return (
    <>
      <StatusMark tone={tones[file.state]}>{t(`intake:files.states.${file.state}`)}</StatusMark>
      {file.reason !== null && (
        <span className="block text-12 text-ink-3">{t(`intake:files.reasons.${file.reason}`)}</span>
      )}
    </>
  )
}
