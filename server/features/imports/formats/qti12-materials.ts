import { descendants, isElement, type XmlElement } from './xml-tree.ts';

/** References to a material elsewhere in the file. */
export const references = new Set(['matref', 'material_ref']);

/** The tree with the materials that its references name; a reference that names none stays. */
export function withMaterials(root: XmlElement): XmlElement {
  const all = [...descendants(root)];
  if (!all.some(({ name }) => references.has(name))) return root;
  const materials = new Map(
    all
      .filter(({ name }) => name.startsWith('mat') && !references.has(name))
      .flatMap((element) =>
        [element.attributes.label, element.attributes.ident].map((key) => [key, element]),
      ),
  );
  const resolve = (element: XmlElement): XmlElement => ({
    ...element,
    children: element.children.map((node) => {
      if (!isElement(node)) return node;
      const named = references.has(node.name) ? materials.get(node.attributes.linkrefid) : undefined;
      return named ?? resolve(node);
    }),
  });
  return resolve(root);
}
