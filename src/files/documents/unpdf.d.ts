/** What is used of PDF.js: the package's own types do not resolve here. */
declare module 'unpdf/pdfjs' {
  interface TextContent {
    /** Runs of text, and marks of content without any. */
    readonly items: readonly (
      | { readonly str: string; readonly hasEOL: boolean }
      | { readonly type: string }
    )[];
  }

  interface PdfDocument {
    readonly numPages: number;
    getPage(number: number): Promise<{ getTextContent(): Promise<TextContent> }>;
  }

  interface PdfOptions {
    readonly data: Uint8Array;
    readonly disableFontFace: boolean;
    readonly isEvalSupported: boolean;
    readonly maxImageSize: number;
    readonly useSystemFonts: boolean;
    readonly verbosity: number;
  }

  export function getDocument(options: PdfOptions): { readonly promise: Promise<PdfDocument> };
}
