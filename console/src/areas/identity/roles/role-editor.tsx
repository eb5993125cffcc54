import type { Role } from '@kinora/contract'
import { roleLimitOf } from '@kinora/contract/permissions'
import { Lock } from '@phosphor-icons/react/dist/csr/Lock'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { useSlot } from '../../../lib/slots'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import { LeaveGuard } from '../../../ui/leave-guard'
import { SearchField } from '../../../ui/search-field'
import { toast } from '../../../ui/toast-store'
import { useRights } from '../use-rights'
import { useWorkspace } from '../workspace'
import { ChangesPanel } from './changes-panel'
import { FilterSection } from './filter-section'
import { Legend } from './matrix/legend'
import { Matrix } from './matrix/matrix'
import { useUpdateRole } from './queries'
import { writeRights } from './role-rights'
import type { useRoleDraft } from './use-role-draft'

interface RoleEditorProps {
  readonly role: Role
  readonly draft: ReturnType<typeof useRoleDraft>
  readonly onDuplicate: () => void
}

/** Edits the rights of a role. */
export function RoleEditor({ role, draft: edited, onDuplicate }: RoleEditorProps) {
  const t = useText()
  const { organization } = useWorkspace()
  const mayEdit = useRights('Settings', 'Role', 'organization').update && role.builtIn === null
  const update = useUpdateRole(organization.id)
  const [phrase, setPhrase] = useState('')
  const [FilterFields] = useSlot('roleFilter')
  const { before, draft, setDraft, changes, isDirty, isOutdated } = edited
  const save = () =>
    update.mutate(
      { id: role.id, permissions: writeRights(draft) },
      { onSuccess: () => toast({ text: t('identity:roles.saved', { name: role.name }), tone: 'good' }) },
    )
  const drop = (run: () => void) => () => {
    update.reset()
    run()
  }
  const discard = drop(edited.discard)
  return (
    <div className="@container pt-3">
      <Notice role={role} isFull={draft.full} mayEdit={mayEdit} onDuplicate={onDuplicate}>
        <Button size="small" onPress={() => setDraft({ ...draft, full: false })}>
          {t('identity:roles.limit')}
        </Button>
      </Notice>
      <div className="grid gap-x-9 gap-y-6 @min-[820px]:grid-cols-[minmax(0,1fr)_272px]">
        <div className="min-w-0">
          <SearchField
            slash
            label={t('identity:roles.searchRights')}
            value={phrase}
            onChange={setPhrase}
            className="mb-2 w-65 max-sm:w-full"
          />
          <Matrix
            before={before}
            rights={draft}
            onChange={setDraft}
            isReadOnly={!mayEdit || draft.full}
            phrase={phrase.trim()}
          />
          <Legend />
          {FilterFields && roleLimitOf(draft.filter) === null && (
            <FilterSection
              Fields={FilterFields}
              filter={draft.filter}
              isReadOnly={!mayEdit}
              onChange={(filter) => setDraft({ ...draft, full: false, filter })}
            />
          )}
        </div>
        <div className="@min-[820px]:border-s @min-[820px]:border-rule @min-[820px]:ps-6">
          <ChangesPanel
            role={role}
            rights={draft}
            changes={changes}
            isOutdated={isOutdated}
            onTake={drop(edited.reset)}
            onSave={save}
            onDiscard={discard}
            busy={update.isPending}
            error={update.error}
          />
        </div>
      </div>
      {isDirty && (
        <SaveBar count={changes.length} busy={update.isPending} onSave={save} onDiscard={discard} />
      )}
      <LeaveGuard active={isDirty} about={t('identity:roles.leaveAbout', { name: role.name })} />
    </div>
  )
}

interface NoticeProps {
  readonly role: Role
  readonly isFull: boolean
  readonly mayEdit: boolean
  readonly onDuplicate: () => void
  /** The button that limits full rights. */
  readonly children: ReactNode
}

/** Explains why the matrix is read-only, and what to do instead. */
function Notice({ role, isFull, mayEdit, onDuplicate, children }: NoticeProps) {
  const t = useText()
  const mayDuplicate = useRights('Settings', 'Role', 'organization').create
  if (role.builtIn !== null) {
    return (
      <div className="mb-4">
        <Banner
          tone="info"
          icon={<Lock size={16} aria-hidden />}
          action={
            mayDuplicate && (
              <Button size="small" onPress={onDuplicate}>
                {t('identity:roles.duplicate')}
              </Button>
            )
          }
        >
          {isFull ? t('identity:roles.builtInFull') : t('identity:roles.builtInAbout')}
        </Banner>
      </div>
    )
  }
  if (!isFull) return null
  return (
    <div className="mb-4">
      <Banner tone="info" action={mayEdit && children}>
        {t('identity:roles.fullAbout')}
      </Banner>
    </div>
  )
}

interface SaveBarProps {
  readonly count: number
  readonly busy: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** The save bar at the bottom, for windows too narrow for the panel. */
function SaveBar({ count, busy, onSave, onDiscard }: SaveBarProps) {
  const t = useText()
  return (
    <div className="sticky bottom-0 z-10 -mx-1 mt-4 flex animate-rise items-center gap-2 border-t border-rule bg-paper px-1 py-3 @min-[820px]:hidden">
      <Button disabled={busy} onPress={onDiscard}>
        {t('identity:settings.discard')}
      </Button>
      <Button variant="primary" busy={busy} onPress={onSave} className="max-sm:flex-1">
        {t('identity:roles.save', { count })}
      </Button>
    </div>
  )
}
