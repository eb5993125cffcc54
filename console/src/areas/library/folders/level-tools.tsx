import { CaretDown } from '@phosphor-icons/react/dist/csr/CaretDown'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { useText } from '../../../lib/i18n'
import { Button } from '../../../ui/button'
import { LinkButton } from '../../../ui/link-button'
import { ListSearch } from '../../../ui/list-search'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { MenuSection } from '../../../ui/menu-section'
import { useWorkspace } from '../../identity'
import { ViewChoice } from '../lists/view-choice'
import { SavedViews } from '../saved-views/saved-views'
import { type DamSearch, damSearch, damSorts, damViewOf, type ListView, wholeLevel } from '../search'

interface LevelToolsProps {
  readonly search: DamSearch
  readonly onChange: (change: Partial<DamSearch>) => void
  readonly view: ListView
  /** Undefined if there is only one view. */
  readonly onView: ((view: ListView) => void) | undefined
}

/** Search, sorting and view of a folder. */
export function LevelTools({ search, onChange, view, onView }: LevelToolsProps) {
  const { folder, q, sort } = search
  const t = useText()
  const { environment } = useWorkspace()
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <ListSearch label={t('library:dam.search')} phrase={q} onChange={(phrase) => onChange({ q: phrase })} />
      <span className="flex flex-1 items-center justify-end gap-2 max-sm:justify-between">
        <SavedViews
          list="dam"
          shown={damViewOf(search)}
          isPlain={folder === undefined && q === '' && sort === wholeLevel.sort}
          read={(kept) => damViewOf(damSearch(kept))}
          onOpen={onChange}
        />
        <LinkButton
          variant="quiet"
          icon={<Trash size={16} />}
          to="/$environmentId/dam/trash"
          params={{ environmentId: environment.id }}
        >
          {t('library:trash.title')}
        </LinkButton>
        <Menu
          label={t('library:dam.sort')}
          trigger={
            <Button variant="quiet">
              {t(`library:dam.sorts.${sort}`)}
              <CaretDown size={12} aria-hidden />
            </Button>
          }
        >
          <MenuSection label={t('library:dam.sort')} selected={sort}>
            {damSorts.map((id) => (
              <MenuItem key={id} id={id} onAction={() => onChange({ sort: id })}>
                {t(`library:dam.sorts.${id}`)}
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
        {onView && <ViewChoice value={view} onChange={onView} />}
      </span>
    </div>
  )
}
