import type { SkillsByCategory } from '../postings/skill.ts';

/** What software is written in and with. */
export const engineeringSkills: SkillsByCategory = {
  languages: `
    JavaScript | =JS | ECMAScript | ES6 | ES2015
    TypeScript | =TS
    Python | Python3
    Java | Java8 | Java11 | Java17 | Java21 | J2EE | Java EE
    ~Go | Golang | Go语言
    =Rust | Rust语言
    C++ | C/C++ | cpp | C++11 | C++14 | C++17 | C++20
    C# | C Sharp | CSharp
    ~C | C语言
    ~R | R语言 | RStudio
    =Ruby
    PHP
    ~Swift | SwiftUI
    Kotlin
    Scala
    Objective-C | ObjC
    =Perl
    Haskell
    ~Elixir
    Erlang
    Clojure
    =Dart
    =Lua
    =Julia
    MATLAB
    Groovy
    F#
    Visual Basic | VB.NET | VBA
    COBOL
    Fortran
    =Zig
    Solidity
    Bash | Shell scripting | Shell脚本 | =Shell
    PowerShell
    SQL | T-SQL | PL/SQL | TSQL
    HTML | HTML5
    CSS | CSS3
    Verilog | SystemVerilog
    VHDL
    WebAssembly | =WASM
  `,
  frontend: `
    React | React.js | ReactJS
    Vue.js | Vue | VueJS | Vue 3 | Vue3 | Vue 2 | Vue2
    Angular | AngularJS | Angular.js
    Svelte | SvelteKit
    Next.js | NextJS | ~Next
    Nuxt.js | NuxtJS | Nuxt
    Redux | Redux Toolkit
    jQuery
    Tailwind CSS | Tailwind | TailwindCSS
    =Sass | =SCSS
    ~Bootstrap | Bootstrap CSS
    Webpack
    =Vite | ViteJS
    Storybook
    Three.js | ThreeJS
    D3.js | =D3 | D3js
    WebGL
    Web accessibility | =WCAG | =a11y | 无障碍
    Responsive design | 响应式设计 | 响应式布局
    Micro-frontends | Micro frontends | 微前端
    Front-end development | Frontend development | 前端开发 | 前端工程
    Electron.js | ~Electron
    Mini programs | 小程序 | 微信小程序
    Ember.js | EmberJS
    =MobX
    RxJS
  `,
  backend: `
    Node.js | NodeJS | ~Node
    Express.js | ExpressJS | ~Express
    NestJS | Nest.js
    Django
    =Flask
    FastAPI
    Spring Boot | SpringBoot | Spring Framework | Spring MVC | Spring Cloud | SpringCloud | ~Spring
    Hibernate | MyBatis
    Ruby on Rails | =Rails | =RoR
    Laravel
    Symfony
    .NET | .NET Core | dotnet | =DotNet
    ASP.NET | ASP.NET Core
    Phoenix Framework
    GraphQL
    =REST | =RESTful | RESTful API | RESTful APIs | REST API | REST APIs
    gRPC
    WebSockets | WebSocket
    Microservices | Microservice architecture | Micro-services | 微服务 | 微服務 | 微服务架构
    Distributed systems | Distributed computing | 分布式系统 | 分布式 | 分散式系統
    System design | Systems design | 系统设计 | 系統設計
    Software architecture | 软件架构 | 架构设计 | 軟體架構
    High concurrency | 高并发
    RabbitMQ
    Apache Kafka | Kafka
    Message queues | 消息队列
    Dubbo
    Netty
    =Celery
    OpenAPI | Swagger
    Back-end development | Backend development | 后端开发 | 服务端开发 | 後端開發
  `,
  mobile: `
    iOS | iOS开发
    Android | Android SDK | 安卓
    React Native | ReactNative
    Flutter
    Xamarin
    =Ionic
    Jetpack Compose
    HarmonyOS | 鸿蒙
    ~Unity | Unity 3D | Unity3D
    Unreal Engine | =UE4 | =UE5
  `,
};
