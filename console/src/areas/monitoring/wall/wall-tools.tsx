import type { WallLayout } from '@kinora/contract'
import { rotationTimes, wallGrids } from '@kinora/contract/monitoring/values'
import { ArrowsClockwise } from '@phosphor-icons/react/dist/csr/ArrowsClockwise'
import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CornersOut } from '@phosphor-icons/react/dist/csr/CornersOut'
import { GridFour } from '@phosphor-icons/react/dist/csr/GridFour'
import { SquaresFour } from '@phosphor-icons/react/dist/csr/SquaresFour'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { useShortcut } from '../../../lib/keys'
import { Button } from '../../../ui/button'
import { Kbd } from '../../../ui/kbd'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { MenuSection } from '../../../ui/menu-section'
import { LayoutsButton } from '../layouts/layouts-button'
import type { WallSearch } from '../search'
import type { ShownWall } from '../shown-wall'
import type { Rotation } from './use-rotation'

interface WallToolsProps {
  readonly wall: ShownWall
  readonly layouts: readonly WallLayout[]
  readonly rotation: Rotation
  readonly onChange: (change: Partial<WallSearch>) => void
  readonly onArrange: () => void
  readonly onFullScreen: () => void
}

/** Layouts, grid, rotation, the choice of tiles, and the full screen. */
export function WallTools({ wall, layouts, rotation, onChange, onArrange, onFullScreen }: WallToolsProps) {
  const t = useText()
  const format = useFormat()
  useShortcut('f', t('monitoring:wall.fullScreen'), onFullScreen)
  useShortcut('r', t('monitoring:rotation.pause'), () => rotation.setPaused(!rotation.isPaused))
  const sizeOf = (grid: number) => `${format.number(grid)}×${format.number(grid)}`
  const seconds = (s: number) => format.unit(s, 'second', 0, 'long')
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3">
      <LayoutsButton wall={wall} layouts={layouts} onChange={onChange} />
      <Menu
        label={t('monitoring:grid.label')}
        trigger={
          <Button
            icon={<GridFour size={16} />}
            aria-label={`${t('monitoring:grid.label')}: ${sizeOf(wall.grid)}`}
          >
            <span className="tabular">{sizeOf(wall.grid)}</span>
            <CaretDown size={12} aria-hidden />
          </Button>
        }
      >
        <MenuSection label={t('monitoring:grid.label')} selected={String(wall.grid)}>
          {wallGrids.map((grid) => (
            <MenuItem key={grid} id={String(grid)} onAction={() => onChange({ grid })}>
              {sizeOf(grid)}
            </MenuItem>
          ))}
        </MenuSection>
      </Menu>
      <Menu
        label={t('monitoring:rotation.label')}
        trigger={
          <Button
            icon={<ArrowsClockwise size={16} />}
            aria-label={`${t('monitoring:rotation.label')}: ${
              wall.rotateS === 0 ? t('monitoring:rotation.off') : format.unit(wall.rotateS, 'second')
            }`}
          >
            <span className="tabular max-sm:hidden">
              {wall.rotateS === 0 ? t('monitoring:rotation.label') : format.unit(wall.rotateS, 'second')}
            </span>
            <CaretDown size={12} aria-hidden />
          </Button>
        }
      >
        <MenuSection label={t('monitoring:rotation.label')} selected={String(wall.rotateS)}>
          {([0, ...rotationTimes] as const).map((s) => (
            <MenuItem key={s} id={String(s)} onAction={() => onChange({ rotate: s })}>
              {s === 0 ? t('monitoring:rotation.off') : seconds(s)}
            </MenuItem>
          ))}
        </MenuSection>
      </Menu>
      <Button icon={<SquaresFour size={16} />} onPress={onArrange}>
        {t('monitoring:arrange.action')}
      </Button>
      <Button icon={<CornersOut size={16} />} onPress={onFullScreen}>
        <span className="max-sm:sr-only">{t('monitoring:wall.fullScreen')}</span>
        <span className="max-sm:hidden">
          <Kbd>F</Kbd>
        </span>
      </Button>
    </div>
  )
}
