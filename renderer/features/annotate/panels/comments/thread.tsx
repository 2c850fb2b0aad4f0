import { Check, Pencil, RotateCcw, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import type { Comment, CommentWords } from '#common/annotation/comment'
import type { CommentId } from '#common/ids'
import { personName } from '#renderer/ui/app/person'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { fullMoment, moment } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import styles from './comments.module.css'
import type { CommentActs } from './use-comments.ts'
import { WriteBox } from './write-box.tsx'

export interface ThreadProps {
  readonly comment: Comment
  readonly acts: CommentActs
  readonly onClose: () => void
}

/** A comment with its replies, and room for one more. */
export function Thread({ comment, acts, onClose }: ThreadProps) {
  const { id, resolved, replies } = comment
  const [edited, setEdited] = useState<CommentId>()
  const resolve = () => {
    void acts.resolve(id, resolved === null)
    onClose()
  }
  const remove = () => {
    void acts.remove(id)
    onClose()
  }
  return (
    <>
      <div className={styles.head}>
        <span className={styles.state}>{resolved ? resolvedWords(resolved) : t('Open|state')}</span>
        <IconButton
          writes="projects"
          size="small"
          icon={resolved ? RotateCcw : Check}
          label={resolved ? t('Open again') : t('Resolve')}
          onPress={resolve}
        />
        <IconButton writes="projects" size="small" icon={Trash2} label={t('Delete comment')} onPress={remove} />
        <IconButton size="small" icon={X} label={t('Close')} chord="Escape" onPress={onClose} />
      </div>
      <div className={styles.said}>
        {[comment, ...replies].map((said) => (
          <Words
            key={said.id}
            said={said}
            acts={acts}
            isReply={said.id !== id}
            isEdited={said.id === edited}
            onEdit={setEdited}
          />
        ))}
      </div>
      {edited === undefined && (
        <WriteBox label={t('Reply')} act={t('Reply')} onSend={(text) => acts.reply(id, text)} onClose={onClose} />
      )}
    </>
  )
}

export function resolvedWords({ by, at }: NonNullable<Comment['resolved']>): string {
  return by === ''
    ? t('Resolved, {{when}}', { when: moment(at) })
    : t('Resolved by {{name}}, {{when}}', { name: by, when: moment(at) })
}

interface WordsProps {
  readonly said: CommentWords
  readonly acts: CommentActs
  readonly isReply: boolean
  readonly isEdited: boolean
  readonly onEdit: (id: CommentId | undefined) => void
}

/** A comment or a reply, which its author can edit. */
function Words({ said, acts, isReply, isEdited, onEdit }: WordsProps) {
  const { id, text, by, at, edited } = said
  const stop = () => onEdit(undefined)
  const save = async (words: string) => {
    const isSaved = await acts.edit(said, words)
    if (isSaved) stop()
    return isSaved
  }
  return (
    <div className={styles.words}>
      <div className={styles.who}>
        <span className="medium">{by === '' ? t('Somebody') : by}</span>
        <span className="text-3 num">{moment(at)}</span>
        {edited !== null && <EditedMark at={edited} />}
        {!isEdited && (
          <span className={styles.wordsActs}>
            {by === personName() && (
              <IconButton
                writes="projects"
                size="small"
                icon={Pencil}
                label={isReply ? t('Edit reply') : t('Edit comment')}
                onPress={() => onEdit(id)}
              />
            )}
            {isReply && (
              <IconButton
                writes="projects"
                size="small"
                icon={Trash2}
                label={t('Delete reply')}
                onPress={() => void acts.remove(id)}
              />
            )}
          </span>
        )}
      </div>
      {isEdited ? (
        <WriteBox label={t('New text')} act={t('Save')} initial={text} onSend={save} onClose={stop} />
      ) : (
        <p className={styles.text}>{text}</p>
      )}
    </div>
  )
}

function EditedMark({ at }: { readonly at: string }) {
  const words = t('Edited on {{when}}', { when: fullMoment(at) })
  return (
    <>
      <span className="text-3" title={words} aria-hidden>
        {t('edited')}
      </span>
      <span className="visually-hidden">{words}</span>
    </>
  )
}
