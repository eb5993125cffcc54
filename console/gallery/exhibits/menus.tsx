import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { useMutation } from '@tanstack/react-query'
import { Breadcrumbs } from '../../src/ui/breadcrumbs'
import { Button } from '../../src/ui/button'
import { DeletePrompt } from '../../src/ui/delete-prompt'
import { Kbd } from '../../src/ui/kbd'
import { Menu } from '../../src/ui/menu'
import { MenuItem } from '../../src/ui/menu-item'
import { MenuSection } from '../../src/ui/menu-section'
import { NameForm } from '../../src/ui/name-form'
import { NamedList } from '../../src/ui/named-list'
import { NamedRow } from '../../src/ui/named-row'
import { RowMenuButton } from '../../src/ui/row-menu-button'
import { RowPrompt } from '../../src/ui/row-prompt'
import { TextLink } from '../../src/ui/text-link'
import type { Exhibit } from '../exhibit'
import { useWords } from '../words'

export const menu: Exhibit = {
  name: 'menu',
  files: [
    'menu.tsx',
    'menu-body.tsx',
    'menu-item.tsx',
    'menu-section.tsx',
    'opener.tsx',
    'popover.tsx',
    'trigger.tsx',
  ],
  opens: 'menu',
  Show: SectionMenu,
}

function SectionMenu() {
  const words = useWords()
  return (
    <Menu label={words.label} placement="bottom start" trigger={<Button>{words.action}</Button>}>
      <MenuSection heading={words.label}>
        <MenuItem icon={<Plus size={16} />} end={<Kbd>U</Kbd>}>
          {words.name}
        </MenuItem>
        <MenuItem disabled>{words.other}</MenuItem>
        <MenuItem danger>{words.action}</MenuItem>
      </MenuSection>
      <MenuSection label={words.choice} selected="1">
        {words.choices.map((choice, at) => (
          <MenuItem key={choice} id={String(at)}>
            {choice}
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  )
}

export const rowMenu: Exhibit = {
  name: 'row-menu',
  files: ['row-menu-button.tsx', 'row-prompt.tsx'],
  opens: 'menu',
  Show: RowMenu,
}

function RowMenu() {
  const words = useWords()
  return (
    <>
      <div className="group/row flex">
        <Menu label={words.label} trigger={<RowMenuButton label={words.label} />}>
          <MenuItem>{words.action}</MenuItem>
        </Menu>
      </div>
      <div className="flex">
        <RowPrompt label={words.action} onLeave={() => undefined}>
          {words.name}
        </RowPrompt>
      </div>
    </>
  )
}

export const namedList: Exhibit = {
  name: 'named-list',
  files: ['delete-prompt.tsx', 'name-form.tsx', 'named-list.tsx', 'named-row.tsx'],
  Show: Named,
}

function Named() {
  const words = useWords()
  const saving = useMutation({ mutationFn: async (_name: string) => undefined })
  const deleting = useMutation({ mutationFn: async () => undefined })
  const nothing = { error: null, isFetching: false, refetch: async () => undefined }
  const texts = { keep: words.other, action: words.action, notDeleted: words.sentence }
  return (
    <NamedList
      list={{ ...nothing, data: [words.name, words.other] }}
      failed={words.sentence}
      fault={words.sentence}
      rows={(names) => (
        <ul>
          {names.map((name, n) => (
            <NamedRow
              key={name}
              id={name}
              name={name}
              note={n === 1 ? words.name : undefined}
              shown={n === 0 ? words.label : null}
              onOpen={() => undefined}
              menu={() => (
                <Menu label={name} trigger={<RowMenuButton label={name} />}>
                  <MenuItem>{words.action}</MenuItem>
                </Menu>
              )}
              question={() => null}
            />
          ))}
          <li className="flex">
            <DeletePrompt
              {...texts}
              title={words.label}
              deleting={deleting}
              onClose={() => undefined}
              onDeleted={() => undefined}
            />
          </li>
        </ul>
      )}
    >
      {() => (
        <NameForm
          label={words.label}
          maxLength={60}
          notSaved={words.sentence}
          action={words.action}
          saving={saving}
          bodyOf={(name) => name}
          onSaved={() => undefined}
        />
      )}
    </NamedList>
  )
}

export const breadcrumbs: Exhibit = {
  name: 'breadcrumbs',
  files: ['breadcrumbs.tsx'],
  opens: 'menu',
  Show: Crumbs,
}

function Crumbs() {
  const words = useWords()
  return (
    <Breadcrumbs folded={<MenuItem>{words.other}</MenuItem>}>
      <TextLink to="/">{words.name}</TextLink>
      <TextLink to="/">{words.other}</TextLink>
    </Breadcrumbs>
  )
}
