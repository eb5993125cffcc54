import type { Member } from '@kinora/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../form-problem'
import { KindMark } from '../organizations/kind-mark'
import { RoleChoice } from '../roles/role-choice'
import { useRights } from '../use-rights'
import { useWorkspace } from '../workspace'
import { memberRights } from './member-rights'
import { type Access, membersQuery, useChangeAccess } from './queries'

interface MemberAccessProps {
  readonly member: Member
  readonly onClose: () => void
}

/** The option "role of the organization"; role ids are never empty. */
const asInOrganization = ''

/** Edits a member's role in the organization and in single environments. */
export function MemberAccess({ member: opened, onClose }: MemberAccessProps) {
  const t = useText()
  const formId = useId()
  const { organization } = useWorkspace()
  const rights = memberRights(
    useRights('Settings', 'User', 'organization'),
    useRights('Settings', 'Role', 'organization'),
  )
  const change = useChangeAccess(organization.id)
  // If a save failed half-way, some of the member's roles have changed.
  const newest = useQuery(membersQuery(organization.id, { phrase: opened.email, pageNum: 1, pageSize: 12 }))
  const member = newest.data?.items.find(({ userId }) => userId === opened.userId) ?? opened
  const [chosen, setChosen] = useState<Partial<Access>>({})
  const access = accessOf(member, chosen)
  const name = member.name ?? member.email
  const isDirty = !isSame(access, accessOf(member))
  const choose = (next: Partial<Access>) => {
    setChosen({ ...chosen, ...next })
    change.reset()
  }
  const save = () =>
    change.mutate(
      { member, access },
      {
        onSuccess: () => {
          onClose()
          toast({ text: t('identity:members.accessSaved', { name }), tone: 'good' })
        },
      },
    )
  return (
    <FormDialog
      title={t('identity:members.accessTitle', { name })}
      dirty={isDirty}
      busy={change.isPending}
      onClose={onClose}
      cancel={t('identity:members.cancel')}
      submit={{ form: formId, label: t('identity:settings.save'), disabled: !isDirty }}
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <RoleChoice
          label={t('identity:members.organizationRole')}
          help={t('identity:members.organizationRoleHelp')}
          value={access.roleId}
          disabled={!rights.changeRole}
          onChange={(roleId) => choose({ roleId })}
        />
        <fieldset className="min-w-0">
          <legend className="text-13 font-mid text-ink">{t('identity:members.environmentRoles')}</legend>
          <p className="mt-0.5 mb-2 text-12 text-ink-3">{t('identity:members.environmentRolesHelp')}</p>
          <ul className="border-t border-rule">
            {organization.environments.map(({ id, name: place, type }) => (
              <li
                key={id}
                className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] items-center gap-3 border-b border-rule py-2"
              >
                <span className="flex min-w-0 items-center gap-2.5 text-ink">
                  <KindMark kind={type} size={14} />
                  <span dir="auto" className="cut own-way">
                    {place}
                  </span>
                </span>
                <RoleChoice
                  hideLabel
                  label={t('identity:members.roleIn', { environment: place })}
                  none={{ id: asInOrganization, label: t('identity:members.asInOrganization') }}
                  value={access.environments.get(id) ?? asInOrganization}
                  disabled={!rights.assignRoles}
                  onChange={(roleId) =>
                    choose({
                      environments: new Map(chosen.environments).set(
                        id,
                        roleId === asInOrganization ? null : roleId,
                      ),
                    })
                  }
                />
              </li>
            ))}
          </ul>
        </fieldset>
        <FormProblem error={change.error} />
      </form>
    </FormDialog>
  )
}

/** The member's roles with the edits applied. */
function accessOf({ role, environmentRoles }: Member, chosen: Partial<Access> = {}): Access {
  const own = environmentRoles.map((each) => [each.environmentId, each.role.id] as const)
  return {
    roleId: chosen.roleId ?? role.id,
    environments: new Map([...own, ...(chosen.environments ?? [])]),
  }
}

function isSame(one: Access, other: Access): boolean {
  const places = new Set([...one.environments.keys(), ...other.environments.keys()])
  const agree = (id: string) => (one.environments.get(id) ?? null) === (other.environments.get(id) ?? null)
  return one.roleId === other.roleId && [...places].every(agree)
}
