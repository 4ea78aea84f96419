export * from './conformance/index.ts';
export * from './scripted-llm.ts';
export * from '@posthouse/runtime/scripted';
