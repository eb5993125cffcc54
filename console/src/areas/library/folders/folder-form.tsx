import type { Collection } from '@kinora/contract'
import { createCollectionBody } from '@kinora/contract/library'
import { useId } from 'react'
import { useField, useSchemaForm } from '../../../lib/form'
import { useText } from '../../../lib/i18n'
import { FormDialog } from '../../../ui/form-dialog'
import { TextField } from '../../../ui/text-field'
import { toast } from '../../../ui/toast-store'
import { FormProblem } from '../../identity'
import { useCreateFolder, useRenameFolder } from './queries'

interface NewFolderProps {
  /** The parent of the new folder. */
  readonly parentId: string | null
  readonly onClose: () => void
}

export function NewFolder({ parentId, onClose }: NewFolderProps) {
  const t = useText()
  return (
    <FolderForm
      title={t('library:folder.new')}
      submit={t('library:folder.create')}
      name=""
      done={(name) => t('library:folder.created', { name })}
      save={useCreateFolder(parentId)}
      onClose={onClose}
    />
  )
}

interface RenameFolderProps {
  readonly folder: Pick<Collection, 'id' | 'name'>
  readonly onClose: () => void
}

export function RenameFolder({ folder: { id, name }, onClose }: RenameFolderProps) {
  const t = useText()
  return (
    <FolderForm
      title={t('library:folder.renameOf', { name })}
      submit={t('library:folder.rename')}
      name={name}
      done={(fresh) => t('library:folder.renamed', { name: fresh })}
      save={useRenameFolder(id)}
      onClose={onClose}
    />
  )
}

interface FolderFormProps {
  readonly title: string
  readonly submit: string
  readonly name: string
  readonly done: (name: string) => string
  readonly save: ReturnType<typeof useCreateFolder> | ReturnType<typeof useRenameFolder>
  readonly onClose: () => void
}

function FolderForm({ title, submit, name, done, save, onClose }: FolderFormProps) {
  const t = useText()
  const formId = useId()
  const form = useSchemaForm(createCollectionBody, { name })
  const send = form.handleSubmit((body) =>
    save.mutate(
      { name: body.name },
      {
        onSuccess: (folder) => {
          toast({ text: done(folder.name), tone: 'good' })
          onClose()
        },
      },
    ),
  )
  return (
    <FormDialog
      title={title}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onClose={onClose}
      cancel={t('library:actions.cancel')}
      submit={{ form: formId, label: submit }}
    >
      <form id={formId} onSubmit={send} noValidate className="flex flex-col gap-4 pt-2">
        <TextField {...useField(form, 'name')} autoFocus label={t('library:folder.name')} />
        <FormProblem error={save.error} />
      </form>
    </FormDialog>
  )
}
