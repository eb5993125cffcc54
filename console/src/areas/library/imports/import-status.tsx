import type { VideoImport } from '@kinora/contract'
import { useText } from '../../../lib/i18n'
import { StatusMark, type StatusTone } from '../../../ui/status-mark'

const tones: Record<VideoImport['status'], StatusTone> = {
  draft: 'draft',
  running: 'warn',
  stopped: 'bad',
  finished: 'good',
}

export function ImportStatus({ videoImport: { status } }: { readonly videoImport: VideoImport }) {
  const t = useText()
  return <StatusMark tone={tones[status]}>{t(`library:import.statuses.${status}`)}</StatusMark>
}
