import type { SeenPerson } from '@kinora/contract'
import { PencilSimple } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { Trash } from '@phosphor-icons/react/dist/csr/Trash'
import { UsersThree } from '@phosphor-icons/react/dist/csr/UsersThree'
import { Suspense, useState } from 'react'
import { useFormat } from '../../../lib/format'
import { useText } from '../../../lib/i18n'
import { lazy } from '../../../lib/lazy'
import { Menu } from '../../../ui/menu'
import { MenuItem } from '../../../ui/menu-item'
import { RowMenuButton } from '../../../ui/row-menu-button'
import { Section } from '../../../ui/section'
import { Face } from './face'
import { usePersonName } from './person-name'

const NameDialog = lazy(async () => ({ default: (await import('./name-dialog')).NameDialog }))
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog')).MergeDialog }))
const DeletePerson = lazy(async () => ({ default: (await import('./delete-person')).DeletePerson }))

interface PeopleSectionProps {
  /** People, those that are seen most first. */
  readonly people: readonly SeenPerson[]
  readonly mayChange: boolean
  readonly onPlay: (seconds: number) => void
}

interface Asked {
  readonly what: 'name' | 'merge' | 'delete'
  readonly id: string
}

/** The people in a video. A press plays where the face is seen first. */
export function PeopleSection({ people, mayChange, onPlay }: PeopleSectionProps) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePersonName(people)
  const [asked, setAsked] = useState<Asked>()
  const person = people.find(({ id }) => id === asked?.id)
  const dialog = person && { person, name: nameOf(person.id), onClose: () => setAsked(undefined) }
  if (people.length === 0) return null
  return (
    <Section title={t('intelligence:people.title')}>
      <ul aria-label={t('intelligence:people.title')} className="max-h-120 overflow-y-auto">
        {people.map(({ id, picture, faces }) => {
          const name = nameOf(id)
          return (
            <li key={id} className="group/row flex items-center gap-3 border-b border-rule py-2">
              <button
                type="button"
                onClick={() => onPlay(faces[0]?.start ?? 0)}
                className="flex min-w-0 flex-1 items-center gap-3 rounded-1 text-start"
              >
                <Face picture={picture} />
                <span className="min-w-0">
                  <bdi className="block truncate font-mid">{name}</bdi>
                  <span className="block text-12 text-ink-2">
                    {t('intelligence:people.seen', { time: format.duration(secondsOf(faces)) })}
                  </span>
                </span>
              </button>
              {mayChange && (
                <Menu
                  label={t('intelligence:people.more', { name })}
                  trigger={<RowMenuButton label={t('intelligence:people.more', { name })} />}
                >
                  <MenuItem icon={<PencilSimple size={16} />} onAction={() => setAsked({ what: 'name', id })}>
                    {t('intelligence:people.rename')}
                  </MenuItem>
                  <MenuItem icon={<UsersThree size={16} />} onAction={() => setAsked({ what: 'merge', id })}>
                    {t('intelligence:people.merge')}
                  </MenuItem>
                  <MenuItem
                    danger
                    icon={<Trash size={16} />}
                    onAction={() => setAsked({ what: 'delete', id })}
                  >
                    {t('intelligence:people.delete')}
                  </MenuItem>
                </Menu>
              )}
            </li>
          )
        })}
      </ul>
      <Suspense>
        {dialog && asked?.what === 'name' && <NameDialog {...dialog} />}
        {dialog && asked?.what === 'merge' && <MergeDialog {...dialog} />}
        {dialog && asked?.what === 'delete' && <DeletePerson {...dialog} />}
      </Suspense>
    </Section>
  )
}

function secondsOf(faces: SeenPerson['faces']): number {
  return faces.reduce((sum, { start, end }) => sum + end - start, 0)
}
