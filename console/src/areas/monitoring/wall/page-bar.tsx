import { CaretLeft } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { Pause } from '@phosphor-icons/react/dist/csr/Pause'
import { Play } from '@phosphor-icons/react/dist/csr/Play'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { IconButton } from '../../../ui/icon-button'
import type { ShownWall } from '../shown-wall'
import type { Rotation } from './use-rotation'

interface PageBarProps {
  readonly wall: ShownWall
  readonly rotation: Rotation
  readonly onPage: (page: number) => void
}

/** The page of tiles, and the keys of the wall. */
export function PageBar({ wall: { page, pages }, rotation, onPage }: PageBarProps) {
  const t = useText()
  const format = useFormat()
  return (
    <footer className="mt-auto flex min-h-11 flex-wrap items-center gap-2 border-t border-rule px-4 text-12 text-ink-3">
      {pages > 1 && (
        <nav aria-label={t('monitoring:pages.label')} className="flex items-center gap-1">
          <IconButton
            size="small"
            label={t('monitoring:pages.previous')}
            onPress={() => onPage(page > 1 ? page - 1 : pages)}
          >
            <CaretLeft size={14} className="rtl:-scale-x-100" />
          </IconButton>
          <span className="tabular">
            {t('monitoring:pages.of', { page: format.number(page), pages: format.number(pages) })}
          </span>
          <IconButton
            size="small"
            label={t('monitoring:pages.next')}
            onPress={() => onPage(page < pages ? page + 1 : 1)}
          >
            <CaretRight size={14} className="rtl:-scale-x-100" />
          </IconButton>
          {rotation.isOn && (
            <IconButton
              size="small"
              label={t(rotation.isPaused ? 'monitoring:rotation.resume' : 'monitoring:rotation.pause')}
              onPress={() => rotation.setPaused(!rotation.isPaused)}
            >
              {rotation.isPaused ? <Play size={14} /> : <Pause size={14} />}
            </IconButton>
          )}
        </nav>
      )}
      <span className="ms-auto text-end pointer-coarse:hidden max-md:hidden">
        {t('monitoring:wall.keys')}
      </span>
    </footer>
  )
}
