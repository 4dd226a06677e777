import { type Mark, type RichText, readRichText } from '#domain/question-bank/rich-text.ts';
import { escapeXml } from './xml-tree.ts';

const tags: Record<Mark, string> = { bold: 'strong', italic: 'em', sub: 'sub', sup: 'sup' };

const written = (nodes: RichText): string =>
  nodes
    .map((node) => {
      if (node.type === 'text') return escapeXml(node.text);
      if (node.type === 'break') return '<br/>';
      return `<${tags[node.type]}>${written(node.content)}</${tags[node.type]}>`;
    })
    .join('');

/** Converts a text in our formatting to HTML that is also valid XML. */
export const richTextToHtml = (text: string) => written(readRichText(text));
