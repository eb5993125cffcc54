import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CaretLeft } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { useFormat } from '../lib/format'
import { useText } from '../lib/i18n'
import { Button } from './button'
import { IconButton } from './icon-button'
import { Menu } from './menu'
import { MenuItem } from './menu-item'
import { MenuSection } from './menu-section'

export interface PageSizes<Size extends number> {
  readonly sizes: readonly Size[]
  readonly onPageSize: (pageSize: Size) => void
}

interface PaginationProps<Size extends number> extends Partial<PageSizes<Size>> {
  readonly pageNum: number
  readonly pageSize: number
  readonly totalItems: number
  readonly onPage: (pageNum: number) => void
}

/** "13–24 of 1,284", page size, previous and next. */
export function Pagination<Size extends number>(props: PaginationProps<Size>) {
  const { pageNum, pageSize, totalItems, onPage, sizes = [], onPageSize } = props
  const t = useText()
  const format = useFormat()
  const from = Math.min(totalItems, (pageNum - 1) * pageSize + 1)
  const to = Math.min(totalItems, pageNum * pageSize)
  const perPage = (size: number) => t('ui:perPage', { size: format.number(size) })
  return (
    <nav aria-label={t('ui:pages')} className="flex items-center justify-end gap-3 py-3 text-13 text-ink-2">
      {onPageSize && (
        <div className="me-auto max-sm:hidden">
          <Menu
            label={t('ui:pageSize')}
            placement="top start"
            trigger={
              <Button variant="quiet" size="small" className="-ms-2.5">
                {perPage(pageSize)}
                <CaretDown size={12} aria-hidden />
              </Button>
            }
          >
            <MenuSection label={t('ui:pageSize')} selected={String(pageSize)}>
              {sizes.map((size) => (
                <MenuItem key={size} id={String(size)} onAction={() => onPageSize(size)}>
                  {perPage(size)}
                </MenuItem>
              ))}
            </MenuSection>
          </Menu>
        </div>
      )}
      <span className="tabular">
        {t('ui:pageRange', {
          from: format.number(from),
          to: format.number(to),
          total: format.number(totalItems),
        })}
      </span>
      <div className="flex gap-1">
        <IconButton
          outlined
          label={t('ui:previousPage')}
          disabled={pageNum <= 1}
          onPress={() => onPage(pageNum - 1)}
        >
          <CaretLeft size={14} className="rtl:-scale-x-100" />
        </IconButton>
        <IconButton
          outlined
          label={t('ui:nextPage')}
          disabled={to >= totalItems}
          onPress={() => onPage(pageNum + 1)}
        >
          <CaretRight size={14} className="rtl:-scale-x-100" />
        </IconButton>
      </div>
    </nav>
  )
}
