import { MagnifyingGlassMinus } from '@phosphor-icons/react/dist/csr/MagnifyingGlassMinus'
import { MagnifyingGlassPlus } from '@phosphor-icons/react/dist/csr/MagnifyingGlassPlus'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'

interface ZoomButtonsProps {
  /** Undefined at the limits. */
  readonly onZoomOut: (() => void) | undefined
  readonly onZoomIn: (() => void) | undefined
}

export function ZoomButtons({ onZoomOut, onZoomIn }: ZoomButtonsProps) {
  const t = useText()
  return (
    <span className="inline-flex gap-1">
      <IconButton
        size="small"
        label={t('library:timeline.zoomOut')}
        disabled={!onZoomOut}
        onPress={() => onZoomOut?.()}
      >
        <MagnifyingGlassMinus size={16} />
      </IconButton>
      <IconButton
        size="small"
        label={t('library:timeline.zoomIn')}
        disabled={!onZoomIn}
        onPress={() => onZoomIn?.()}
      >
        <MagnifyingGlassPlus size={16} />
      </IconButton>
    </span>
  )
}
