; Symbols: @definition.<kind> is the whole symbol, @name its name. The first pattern that fits a name decides.
(class_definition
  body: (block [
    (function_definition name: (identifier) @name) @definition.method
    (decorated_definition definition: (function_definition name: (identifier) @name)) @definition.method
  ]))

(class_definition name: (identifier) @name) @definition.class

(function_definition name: (identifier) @name) @definition.function

(module (expression_statement (assignment left: (identifier) @name) @definition.constant))
