import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, type ReactNode, useMemo } from 'react';
import { markdownFault } from '#shared/markdown-limits.ts';

type Node = ReturnType<typeof fromMarkdown>['children'][number];

/**
 * Markdown (CommonMark) as elements, never as markup: HTML in it is text, links lead to web and mail addresses only, and
 * pictures stay text, as in the legal texts, since they would tell others who reads. A text that would hold the page while
 * it is read stays plain.
 */
export function MarkdownView({ text }: { text: string }) {
  const root = useMemo(
    () =>
      markdownFault(text) === null
        ? fromMarkdown(text, { extensions: [{ disable: { null: ['labelStartImage'] } }] })
        : null,
    [text],
  );
  if (root === null) return <div className="break-words whitespace-pre-wrap">{text}</div>;
  return <div className="space-y-3 break-words">{many(root.children)}</div>;
}

function many(nodes: readonly Node[]): ReactNode {
  // Nodes have no ids, and each change of the text makes all of them anew.
  // biome-ignore lint/suspicious/noArrayIndexKey: the place is all that tells nodes apart.
  return nodes.map((node, at) => <Fragment key={at}>{one(node)}</Fragment>);
}

/** The dialog around a text has headings of its own: in the outline those of the text come below them. */
const headings = ['h3', 'h4', 'h5', 'h6'] as const;
const headingClasses = ['text-lg font-semibold', 'text-lg font-semibold', 'font-semibold'];

function one(node: Node): ReactNode {
  switch (node.type) {
    case 'heading': {
      const Tag = headings[node.depth - 1] ?? 'h6';
      return <Tag className={headingClasses[node.depth - 1] ?? 'font-medium'}>{many(node.children)}</Tag>;
    }
    case 'paragraph':
      return <p>{many(node.children)}</p>;
    case 'blockquote':
      return (
        <blockquote className="space-y-2 border-l-2 border-border-strong pl-3 text-muted">
          {many(node.children)}
        </blockquote>
      );
    case 'list':
      return node.ordered ? (
        <ol start={node.start ?? 1} className="list-decimal space-y-1 pl-6">
          {many(node.children)}
        </ol>
      ) : (
        <ul className="list-disc space-y-1 pl-5">{many(node.children)}</ul>
      );
    case 'listItem':
      return <li>{many(node.children)}</li>;
    case 'code':
      return (
        <pre className="rounded-md bg-sunken p-3 font-mono text-sm break-words whitespace-pre-wrap">
          {node.value}
        </pre>
      );
    case 'inlineCode':
      return <code className="rounded-sm bg-neutral-quiet px-1 font-mono text-sm">{node.value}</code>;
    case 'strong':
      return <strong className="font-semibold">{many(node.children)}</strong>;
    case 'emphasis':
      return <em>{many(node.children)}</em>;
    case 'link':
      return isSafe(node.url) ? (
        <a href={node.url} target="_blank" rel="noopener noreferrer" className="link">
          {many(node.children)}
        </a>
      ) : (
        many(node.children)
      );
    case 'linkReference':
      return many(node.children);
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr className="border-border" />;
    case 'html':
    case 'text':
      return node.value;
    default:
      return null;
  }
}

function isSafe(url: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(url);
}
