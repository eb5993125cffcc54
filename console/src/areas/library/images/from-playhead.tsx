import { timecodeOf } from '@kinora/contract/timecode'
import { Crosshair } from '@phosphor-icons/react/dist/csr/Crosshair'
import { IconButton } from '../../../ui/icon-button'
import type { Playhead } from './use-playhead'

interface FromPlayheadProps {
  readonly label: string
  readonly playhead: Playhead
  readonly onTake: (clock: string) => void
}

/** Fills a time field with the player's current time. */
export function FromPlayhead({ label, playhead, onTake }: FromPlayheadProps) {
  return (
    <IconButton
      size="small"
      label={label}
      disabled={!playhead.isReady}
      onPress={() => onTake(timecodeOf(playhead.at))}
    >
      <Crosshair size={16} />
    </IconButton>
  )
}
