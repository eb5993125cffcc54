import type { Organization } from '@kinora/contract'
import { Buildings } from '@phosphor-icons/react/dist/csr/Buildings'
import { CaretRight } from '@phosphor-icons/react/dist/csr/CaretRight'
import { Check } from '@phosphor-icons/react/dist/csr/Check'
import { Plus } from '@phosphor-icons/react/dist/csr/Plus'
import { Stack } from '@phosphor-icons/react/dist/csr/Stack'
import { useState } from 'react'
import { KindMark, OrganizationTile, useWorkspace } from '../../areas/identity'
import { useText } from '../../lib/i18n'
import { Finder, type FinderRow, type FinderSection } from '../../ui/finder'
import { showOverlay } from './overlays'
import { homeOf } from './registry'

export function SwitcherList({ onDone }: { readonly onDone: () => void }) {
  const t = useText()
  const [phrase, setPhrase] = useState('')
  const here = useWorkspace()
  const others = here.user.organizations.filter(({ id }) => id !== here.organization.id)
  const searching = phrase !== ''

  const environments = ({ id, name, environments }: Organization): FinderSection => ({
    id,
    heading: name,
    label: name,
    rows: environments
      .filter((environment) => matches(`${environment.name} ${t(`kinds.${environment.type}`)}`, phrase))
      .map((environment) => ({
        id: environment.id,
        text: environment.name,
        icon: <KindMark kind={environment.type} size={14} />,
        href: homeOf(environment.id, environment.grants),
        ...(environment.name !== t(`kinds.${environment.type}`) && { note: t(`kinds.${environment.type}`) }),
        ...(environment.id === here.environment.id && {
          end: <Check size={16} className="text-ink-2" aria-label={t('app:switcher.here')} />,
        }),
      })),
  })
  const actions: FinderSection = {
    id: 'actions',
    label: t('app:switcher.actions'),
    rows: [
      ...(here.canInOrganization(['Environments', 'Environment', 'create']) && here.organization.isActive
        ? [
            action(
              'new',
              t('app:switcher.new'),
              <Plus size={16} />,
              `/${here.environment.id}/environments?new=true`,
            ),
          ]
        : []),
      ...(here.canInOrganization(['Environments', 'Environment', 'read'])
        ? [action('all', t('app:switcher.all'), <Stack size={16} />, `/${here.environment.id}/environments`)]
        : []),
    ],
  }
  const organizations: FinderSection = {
    id: 'organizations',
    label: t('app:switcher.organizations'),
    rows: others.flatMap(({ environments: [first], ...organization }) =>
      first
        ? [
            {
              ...action(
                organization.id,
                organization.name,
                <Tile of={organization} />,
                homeOf(first.id, first.grants),
              ),
              end: <CaretRight size={14} className="rtl:-scale-x-100" aria-hidden />,
            },
          ]
        : [],
    ),
  }
  const more: FinderSection = {
    id: 'more',
    label: t('app:switcher.newOrganization'),
    rows: [
      {
        id: 'newOrganization',
        text: t('app:switcher.newOrganization'),
        icon: <Buildings size={16} />,
        // After the popover has closed, so that focus is restored first.
        onAction: () => setTimeout(() => showOverlay('organization')),
      },
    ],
  }

  return (
    <Finder
      label={t('app:switcher.find')}
      phrase={phrase}
      onPhrase={setPhrase}
      onDone={onDone}
      nothing={t('app:switcher.nothing', { phrase })}
      sections={
        searching
          ? [here.organization, ...others].map(environments)
          : [environments(here.organization), actions, organizations, more]
      }
    />
  )
}

/** Slightly wider than the icons above and below; the names stay aligned. */
function Tile({ of }: { of: Pick<Organization, 'id' | 'name' | 'logoUrl'> }) {
  return (
    <span className="-mx-[3px]">
      <OrganizationTile organization={of} size={22} />
    </span>
  )
}

function action(id: string, text: string, icon: FinderRow['icon'], href: string): FinderRow {
  return { id, text, icon, href }
}

function matches(text: string, phrase: string): boolean {
  return text.toLocaleLowerCase().includes(phrase.trim().toLocaleLowerCase())
}
