export * from '@posthouse/runtime/scripted';
export * from './scripted-llm.ts';
